import { ApiError } from '@bookclub/api-client/http';
import { zodResolver } from '@hookform/resolvers/zod';
import Dialog from '@mui/material/Dialog';
import styled from '@emotion/styled';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type SyntheticEvent } from 'react';
import { useForm, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { AnswersStep } from './AnswersStep.tsx';
import { ContactStep } from './ContactStep.tsx';
import { answersSchema, contactSchema, emptyAnswers, emptyContact } from './form.ts';
import { joined, messageFor, type Message } from './messages.ts';
import { Toast } from './Toast.tsx';
import { useWaitlistEntry } from './useWaitlistEntry.ts';
import { theme } from '../../design/theme.ts';
import { color, media, space, type } from '../../design/tokens.ts';

const paper = {
  backgroundImage: 'none',
  // A field that is scrolled to brings its label along.
  scrollPaddingBlock: '6rem',
  '@media (max-width: 37.49rem)': {
    width: '100%',
    maxWidth: 'none',
    height: '100%',
    maxHeight: 'none',
    margin: 0,
    borderRadius: 0,
  },
};

const Body = styled.div({
  padding: space(3, 2.5),
  [media.tablet]: { padding: space(4.5, 5) },
});

const Heading = styled.div({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: space(2),
  '& h2': type.h2,
});

const StepName = styled.p({
  ...type.small,
  margin: space(0.5, 0, 3),
  color: color.inkSoft,
  // It takes focus only to tell that the step has changed.
  '&:focus': { outline: 'none' },
});

const Close = styled.button({
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  margin: space(-0.5, -1.25, 0, 0),
  padding: 0,
  border: 0,
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
});

type Step = 'contact' | 'answers';

const stepNames: Record<Step, string> = {
  contact: 'Step 1 of 2: How to reach you',
  answers: 'Step 2 of 2: A few questions',
};

export interface WaitlistDialogProps {
  open: boolean;
  onClose: () => void;
}

export function WaitlistDialog(props: WaitlistDialogProps) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        // Offline, a call fails at once and says so; by default it would wait without a word.
        defaultOptions: { mutations: { networkMode: 'always', retry: false } },
      }),
  );
  return (
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        <JoinDialog {...props} />
      </QueryClientProvider>
    </ThemeProvider>
  );
}

function JoinDialog({ open, onClose }: WaitlistDialogProps) {
  const titleId = useId();
  const [step, setStep] = useState<Step>('contact');
  const stepName = useFocusOnChange(step, open);
  const [message, setMessage] = useState<Message | null>(null);
  const entry = useWaitlistEntry();
  const contactForm = useForm({
    resolver: zodResolver(contactSchema),
    defaultValues: emptyContact,
  });
  const answersForm = useForm({
    resolver: zodResolver(answersSchema),
    defaultValues: emptyAnswers,
  });

  const submitContact = contactForm.handleSubmit(async (contact) => {
    setMessage(null);
    try {
      await entry.saveContact(contact);
    } catch (error) {
      setMessage(messageFor(error));
      showFieldErrors(contactForm, error);
      return;
    }
    setStep('answers');
  });

  const submitAnswers = answersForm.handleSubmit(async (answers) => {
    setMessage(null);
    try {
      await entry.complete(answers);
    } catch (error) {
      setMessage(messageFor(error));
      showFieldErrors(answersForm, error);
      return;
    }
    setMessage(joined);
    onClose();
    setStep('contact');
    contactForm.reset();
    answersForm.reset();
  });

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        aria-labelledby={titleId}
        fullWidth
        maxWidth="sm"
        // Leaving at once, it does not show the emptied form while it fades.
        transitionDuration={{ enter: 200, exit: 0 }}
        slotProps={{ paper: { sx: paper } }}
      >
        <Body>
          <Heading>
            <h2 id={titleId}>Join the Waitlist</h2>
            <Close type="button" aria-label="Close" onClick={onClose}>
              <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
                <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2" />
              </svg>
            </Close>
          </Heading>
          <StepName ref={stepName} tabIndex={-1}>
            {stepNames[step]}
          </StepName>
          {step === 'contact' ? (
            <ContactStep form={contactForm} onSubmit={once(contactForm, submitContact)} />
          ) : (
            <AnswersStep
              form={answersForm}
              onSubmit={once(answersForm, submitAnswers)}
              onBack={() => setStep('contact')}
            />
          )}
        </Body>
      </Dialog>
      {message && <Toast message={message} onClose={() => setMessage(null)} />}
    </>
  );
}

/** Moves the focus to the name of the step when the step changes, so that it is read out. */
function useFocusOnChange(step: Step, open: boolean) {
  const stepName = useRef<HTMLParagraphElement>(null);
  const namedStep = useRef(step);

  useEffect(() => {
    if (namedStep.current === step) return;
    namedStep.current = step;
    if (open) stepName.current?.focus();
  }, [step, open]);

  return stepName;
}

/** Lets a second press pass unheard while the first one is being saved. */
function once(
  { formState: { isSubmitting } }: { formState: { isSubmitting: boolean } },
  submit: (event: SyntheticEvent) => Promise<void>,
) {
  return (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isSubmitting) void submit(event);
  };
}

/** Puts what the server found wrong beside the fields in question. */
function showFieldErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
) {
  if (!(error instanceof ApiError)) return;
  const fields = Object.keys(form.getValues());
  error.errors
    .filter(({ field }) => fields.includes(field))
    .forEach(({ field, message }, index) => {
      form.setError(field as Path<Input>, { message }, { shouldFocus: index === 0 });
    });
}

import { ApiError } from '@bookclub/api-client/http';
import styled from '@emotion/styled';
import { zodResolver } from '@hookform/resolvers/zod';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useForm, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { theme } from '../../design/theme.ts';
import { color, space, type } from '../../design/tokens.ts';
import { AnswersStep } from './AnswersStep.tsx';
import { ContactStep } from './ContactStep.tsx';
import { DialogFrame } from './DialogFrame.tsx';
import { answersSchema, contactSchema, emptyAnswers, emptyContact } from './form.ts';
import { joined, messageFor, type Message } from './messages.ts';
import { Toast } from './Toast.tsx';
import { useWaitlistEntry } from './useWaitlistEntry.ts';

const StepName = styled.p({
  ...type.small,
  margin: space(0.5, 0, 3),
  paddingBottom: space(1.5),
  color: color.inkSoft,
  // How far along this is, as a line that fills.
  background: `linear-gradient(${color.accent}, ${color.accent}) bottom left / 50% 3px no-repeat, linear-gradient(${color.line}, ${color.line}) bottom left / 100% 3px no-repeat`,
  '&[data-step="answers"]': { backgroundSize: '100% 3px' },
  // It takes focus only to tell that the step has changed.
  '&:focus': { outline: 'none' },
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
      <DialogFrame title="Join the Waitlist" open={open} onClose={onClose}>
        <StepName ref={stepName} tabIndex={-1} data-step={step}>
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
      </DialogFrame>
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

/** Puts what the server found wrong beside the fields in question, and the focus on the first. */
function showFieldErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
) {
  if (!(error instanceof ApiError)) return;
  const fields = Object.keys(form.getValues());
  error.errors
    .filter(({ field }) => fields.includes(field))
    .sort((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field))
    .forEach(({ field, message }, index) => {
      form.setError(field as Path<Input>, { message }, { shouldFocus: index === 0 });
    });
}

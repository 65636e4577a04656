import styled from '@emotion/styled';
import type { SubmitEventHandler } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { PrimaryButton, SecondaryButton } from '../../design/Button.ts';
import { color, radius, space } from '../../design/tokens.ts';
import { Field } from './Field.tsx';
import type { Answers, AnswersInput } from './form.ts';
import { Actions, Fields, Note } from './StepLayout.ts';

const Checkbox = styled.label({
  display: 'flex',
  alignItems: 'flex-start',
  gap: space(1.25),
  paddingBlock: space(0.5),
  cursor: 'pointer',
  '& input': {
    appearance: 'none',
    flexShrink: 0,
    width: 24,
    height: 24,
    margin: space(0.25, 0, 0),
    border: `1.5px solid ${color.field}`,
    borderRadius: radius,
    backgroundColor: color.paper,
    '&:checked': { borderColor: color.primary, backgroundColor: color.primary },
    '&:checked::before': {
      content: '""',
      display: 'block',
      width: 6,
      height: 12,
      margin: '2px auto 0',
      border: `solid ${color.onPrimary}`,
      borderWidth: '0 2.5px 2.5px 0',
      transform: 'rotate(45deg)',
    },
    // The system draws it where the visitor chose all colours.
    '@media (forced-colors: active)': { appearance: 'auto' },
  },
});

interface AnswersStepProps {
  form: UseFormReturn<AnswersInput, unknown, Answers>;
  onSubmit: SubmitEventHandler;
  onBack: () => void;
}

export function AnswersStep({ form, onSubmit, onBack }: AnswersStepProps) {
  const { register } = form;
  const { errors, isSubmitting } = form.formState;

  return (
    <form noValidate onSubmit={onSubmit} aria-busy={isSubmitting}>
      <Fields>
        <Field
          label="Tell us about a conversation about a book that stayed with you"
          isMultiline
          error={errors.book_conversation_story?.message}
          registration={register('book_conversation_story')}
        />
        <Field
          label="How did you hear about us?"
          isMultiline
          error={errors.how_did_you_hear?.message}
          registration={register('how_did_you_hear')}
        />
        <Field
          label="Anything else you would like to say?"
          isOptional
          isMultiline
          error={errors.anything_else?.message}
          registration={register('anything_else')}
        />
        <Checkbox>
          <input type="checkbox" {...register('club_captain_interest')} />I am interested in being a
          club captain
        </Checkbox>
      </Fields>
      <Note>Your answers are used only behind the scenes. They are never published.</Note>
      <Actions>
        <SecondaryButton
          type="button"
          aria-disabled={isSubmitting}
          onClick={isSubmitting ? undefined : onBack}
        >
          Back
        </SecondaryButton>
        <PrimaryButton type="submit" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Joining...' : 'Join Waitlist'}
        </PrimaryButton>
      </Actions>
    </form>
  );
}

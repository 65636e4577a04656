import type { SubmitEventHandler } from 'react';
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { PrimaryButton } from '../../design/Button.ts';
import { Field } from './Field.tsx';
import { zipCodeLength, type Contact, type ContactInput } from './form.ts';
import { Actions, Fields, Note, Pair } from './StepLayout.ts';

interface ContactStepProps {
  form: UseFormReturn<ContactInput, unknown, Contact>;
  onSubmit: SubmitEventHandler;
}

export function ContactStep({ form, onSubmit }: ContactStepProps) {
  const { register } = form;
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={onSubmit} aria-busy={isSubmitting}>
      <Fields>
        <Field
          label="Name"
          isOptional
          error={errors.name?.message}
          registration={register('name')}
          input={{ autoComplete: 'name' }}
        />
        <Field
          label="Email"
          error={errors.email?.message}
          registration={register('email')}
          input={{
            type: 'email',
            inputMode: 'email',
            autoComplete: 'email',
            autoCapitalize: 'none',
            spellCheck: false,
          }}
        />
        <Pair>
          <Field
            label="Phone"
            isOptional
            error={errors.phone_number?.message}
            registration={register('phone_number')}
            input={{ type: 'tel', inputMode: 'tel', autoComplete: 'tel' }}
          />
          <Field
            label="ZIP code"
            isOptional
            error={errors.zip_code?.message}
            registration={withDigitsOnly(register('zip_code'))}
            input={{ inputMode: 'numeric', autoComplete: 'postal-code' }}
          />
        </Pair>
      </Fields>
      <Note>
        Your contact information is never sold. It is shared only with the members of your club.
      </Note>
      <Actions>
        <PrimaryButton type="submit" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Next'}
        </PrimaryButton>
      </Actions>
    </form>
  );
}

/** Lets nothing but the digits of a ZIP code stay in the field, whatever is typed or pasted. */
function withDigitsOnly(registration: UseFormRegisterReturn): UseFormRegisterReturn {
  return {
    ...registration,
    onChange: (event) => {
      const input = event.target as HTMLInputElement;
      input.value = input.value.replace(/\D/g, '').slice(0, zipCodeLength);
      return registration.onChange(event);
    },
  };
}

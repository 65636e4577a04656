import type { SubmitEventHandler } from 'react';
import type { ChangeHandler, UseFormReturn } from 'react-hook-form';
import { PrimaryButton } from '../../design/Button.ts';
import { Field } from './Field.tsx';
import { maxLength, type Contact, type ContactInput } from './form.ts';
import { Actions, Fields, Note, Pair } from './StepLayout.ts';

interface ContactStepProps {
  form: UseFormReturn<ContactInput, unknown, Contact>;
  onSubmit: SubmitEventHandler;
}

export function ContactStep({ form, onSubmit }: ContactStepProps) {
  const { register } = form;
  const { errors, isSubmitting } = form.formState;
  const zipCode = register('zip_code');

  const keepZipDigits: ChangeHandler = (event) => {
    const input = event.target as HTMLInputElement;
    input.value = input.value.replace(/\D/g, '').slice(0, maxLength.zip_code);
    return zipCode.onChange(event);
  };

  return (
    <form noValidate onSubmit={onSubmit} aria-busy={isSubmitting}>
      <Fields>
        <Field
          label="Name"
          isOptional
          error={errors.name?.message}
          registration={register('name')}
          input={{ autoComplete: 'name', maxLength: maxLength.name }}
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
            maxLength: maxLength.email,
          }}
        />
        <Pair>
          <Field
            label="Phone"
            isOptional
            error={errors.phone_number?.message}
            registration={register('phone_number')}
            input={{
              type: 'tel',
              inputMode: 'tel',
              autoComplete: 'tel',
              maxLength: maxLength.phone_number,
            }}
          />
          <Field
            label="ZIP code"
            isOptional
            error={errors.zip_code?.message}
            registration={{ ...zipCode, onChange: keepZipDigits }}
            // No maxLength: it would cut off a pasted ` 80302` before its blank is dropped.
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

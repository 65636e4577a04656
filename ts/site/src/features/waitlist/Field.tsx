import styled from '@emotion/styled';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputBase from '@mui/material/InputBase';
import { useId, type InputHTMLAttributes } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { color, radius, space, type } from '../../design/tokens.ts';

const Label = styled.label({
  ...type.small,
  marginBottom: space(0.75),
  fontWeight: 600,
  '& span': { fontWeight: 400, color: color.inkSoft },
});

const Input = styled(InputBase)({
  padding: 0,
  border: `1.5px solid ${color.field}`,
  borderRadius: radius,
  backgroundColor: color.paper,
  '&.Mui-error': { borderColor: color.error },
  '&.Mui-focused': {
    outline: `3px solid ${color.primary}`,
    outlineOffset: 1,
  },
  '& .MuiInputBase-input': {
    ...type.body,
    height: 'auto',
    padding: space(1.25, 1.75),
  },
});

const Message = styled(FormHelperText)({
  ...type.caption,
  margin: space(0.75, 0, 0),
});

interface FieldProps {
  label: string;
  isOptional?: boolean;
  isMultiline?: boolean;
  error: string | undefined;
  /** What react-hook-form's `register` returned. */
  registration: UseFormRegisterReturn;
  input?: InputHTMLAttributes<HTMLInputElement>;
}

export function Field({ label, isOptional, isMultiline, error, registration, input }: FieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const { ref, ...handlers } = registration;

  return (
    <FormControl fullWidth error={error !== undefined}>
      <Label htmlFor={id}>
        {label}
        {isOptional && <span> (optional)</span>}
      </Label>
      <Input
        {...handlers}
        id={id}
        inputRef={ref}
        inputProps={{ 'aria-required': !isOptional, ...input }}
        aria-describedby={error === undefined ? undefined : messageId}
        disableInjectingGlobalStyles
        {...(isMultiline && { multiline: true, minRows: 2, maxRows: 8 })}
      />
      {error !== undefined && <Message id={messageId}>{error}</Message>}
    </FormControl>
  );
}

import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import { color, radius, space, type } from './tokens.ts';

const button: CSSObject = {
  ...type.button,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: '3rem',
  padding: space(1.25, 3),
  border: '1.5px solid',
  borderRadius: radius,
  textDecoration: 'none',
  cursor: 'pointer',
  transition: 'background-color 150ms, border-color 150ms',
  '&:focus-visible': { borderRadius: radius },
  '&[aria-disabled="true"]': { opacity: 0.7, cursor: 'default' },
};

/** The look of the one thing to do in a place, for a button as well as for a link. */
export const primaryButton: CSSObject = {
  ...button,
  color: color.onPrimary,
  backgroundColor: color.primary,
  borderColor: color.primary,
  '&:hover': { backgroundColor: color.primaryStrong, borderColor: color.primaryStrong },
};

/** The look of what can be done beside that. */
export const secondaryButton: CSSObject = {
  ...button,
  color: color.ink,
  backgroundColor: 'transparent',
  borderColor: color.field,
  '&:hover': { borderColor: color.ink },
};

export const PrimaryButton = styled.button(primaryButton);
export const SecondaryButton = styled.button(secondaryButton);

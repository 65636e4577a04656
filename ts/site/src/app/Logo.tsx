import { color } from '../design/tokens.ts';

/** An open book under a lamp. */
export function Logo() {
  return (
    <svg width="34" height="34" viewBox="0 0 34 34" aria-hidden="true">
      <circle cx="17" cy="8" r="5" fill={color.accent} />
      <path d="M2 16q9-2 15 2q6-4 15-2v14q-9-2-15 2q-6-4-15-2z" fill={color.primary} />
      <path d="M17 18v14" stroke={color.paper} strokeWidth="1.5" />
    </svg>
  );
}

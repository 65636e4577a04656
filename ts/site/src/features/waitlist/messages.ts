import { ApiError } from '@bookclub/api-client/http';

/** A short message about what just happened. */
export interface Message {
  kind: 'success' | 'notice' | 'failure';
  title: string;
  text: string;
}

export const joined: Message = {
  kind: 'success',
  title: "You're on the list!",
  text: "Thanks for signing up. We'll be in touch soon.",
};

const alreadyListed: Message = {
  kind: 'notice',
  title: "You're already on the list",
  text: 'That email is already subscribed to the waitlist.',
};

/** What to say about an insert or update that failed. */
export function messageFor(error: unknown): Message {
  const detail = error instanceof ApiError ? error.detail : undefined;
  if (error instanceof ApiError && isDuplicateEmail(error)) return alreadyListed;
  return { kind: 'failure', title: 'Something went wrong', text: detail ?? 'Please try again.' };
}

/** Our server says `duplicate_email`; a bare database error counts as well. */
function isDuplicateEmail({ code, detail = '' }: ApiError): boolean {
  return (
    code === 'duplicate_email' || code === '23505' || /duplicate key|unique.*email/i.test(detail)
  );
}

import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { App } from '../app/App.tsx';

type User = ReturnType<typeof userEvent.setup>;

/** Opens a page of the site. */
export function visit(path: string): User {
  window.history.replaceState(null, '', path);
  render(<App />);
  // Without the pause between two keys or clicks, which was a fifth of the time; tests wait for what they need.
  return userEvent.setup({ delay: null });
}

/** Opens the dialog from the home page. */
export async function openDialog() {
  const user = visit('/');
  const opener = screen.getByRole('button', { name: 'Join Waitlist' });
  await user.click(opener);
  return { user, opener, dialog: await screen.findByRole('dialog') };
}

/** The same, with step 1 saved. */
export async function openStep2() {
  const opened = await openDialog();
  await fillIn(opened.user, { Email: 'sam@example.com' });
  await press(opened.user, 'Next');
  await onStep(2);
  return opened;
}

export const questions = {
  story: /^Tell us about a conversation/,
  source: /^How did you hear/,
  anythingElse: /^Anything else/,
};

/** Answers what step 2 requires, and submits. */
export async function join(user: User) {
  await paste(user, questions.story, 'Meditations');
  await paste(user, questions.source, 'From a friend');
  await press(user, 'Join Waitlist');
}

export async function fillIn(user: User, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await paste(user, label, value);
}

/** Puts a text into a field at once; typing takes a render for each key. */
export async function paste(user: User, label: string | RegExp, text: string) {
  await user.click(field(label));
  await user.paste(text);
}

export async function press(user: User, name: string) {
  await user.click(button(name));
}

export function field(label: string | RegExp): HTMLElement {
  const name = typeof label === 'string' ? new RegExp(`^${label}`) : label;
  return screen.getByRole('textbox', { name });
}

export function button(name: string): HTMLElement {
  return within(screen.getByRole('dialog')).getByRole('button', { name });
}

export function onStep(step: 1 | 2): Promise<HTMLElement> {
  return screen.findByText(new RegExp(`^Step ${step} of 2`));
}

export function dialogIsClosed() {
  return waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

/** The message stands beside its field, for eyes and for screen readers. */
export async function expectError(label: string | RegExp, message: string) {
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(message));
  expect(screen.getAllByText(message)[0]).toBeVisible();
  expect(field(label)).toBeInvalid();
}

import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, insert, problem, sendEmail, update } from '../../testing/api.ts';
import {
  button,
  dialogIsClosed,
  expectError,
  field,
  fillIn,
  join,
  onStep,
  openDialog,
  openStep2,
  press,
  questions,
} from '../../testing/visitor.tsx';

const api = fakeApi();

describe('for keyboards and screen readers', () => {
  it('is named by its title and takes the focus', async () => {
    const { dialog } = await openDialog();
    expect(dialog).toHaveAccessibleName('Join the Waitlist');
    expect(dialog).toHaveFocus();
  });

  it.each([
    ['Close', '{Tab}{Enter}'],
    ['Escape', '{Escape}'],
  ])('goes on %s and gives the focus back', async (_, keys) => {
    const { user, opener } = await openDialog();
    await user.keyboard(keys);
    await dialogIsClosed();
    expect(opener).toHaveFocus();
  });

  it('keeps the focus inside', async () => {
    const { user, dialog } = await openDialog();
    for (let press = 0; press < 8; press++) {
      await user.tab();
      expect(dialog).toContainElement(document.activeElement as HTMLElement);
    }
  });

  it('gives the focus back after joining', async () => {
    const { user, opener } = await openStep2();
    await join(user);
    await dialogIsClosed();
    expect(opener).toHaveFocus();
  });

  it('reads out the step it moves to, forth and back', async () => {
    const { user } = await openStep2();
    expect(await onStep(2)).toHaveFocus();
    await press(user, 'Back');
    expect(await onStep(1)).toHaveFocus();
  });

  it('puts the focus on the first bad field, from the top', async () => {
    const { user } = await openDialog();
    await fillIn(user, { 'ZIP code': '80' });
    await press(user, 'Next');
    await expectError('ZIP code', 'Please enter a valid 5-digit ZIP code');
    expect(field('Email')).toHaveFocus();

    await fillIn(user, { Email: 'sam@example.com' });
    await press(user, 'Next');
    await waitFor(() => expect(field('ZIP code')).toHaveFocus());
  });

  it('does the same in step 2', async () => {
    const { user } = await openStep2();
    await press(user, 'Join Waitlist');
    await expectError(questions.source, 'Required.');
    expect(field(questions.story)).toHaveFocus();
  });

  it('takes back the message once the field is right', async () => {
    const { user } = await openDialog();
    await press(user, 'Next');
    await expectError('Email', 'Please enter a valid email');
    await fillIn(user, { Email: 'sam@example.com' });
    await waitFor(() => expect(field('Email')).toBeValid());
    expect(field('Email')).not.toHaveAccessibleDescription();
  });

  it.each([
    ['Name', 'name', 'text'],
    ['Email', 'email', 'email'],
    ['Phone', 'tel', 'tel'],
    ['ZIP code', 'postal-code', 'text'],
  ])('tells browsers what %s is for', async (label, autocomplete, type) => {
    await openDialog();
    expect(field(label)).toHaveAttribute('autocomplete', autocomplete);
    expect(field(label)).toHaveProperty('type', type);
  });
});

describe('under trouble', () => {
  it('saves at the next try what did not get through', async () => {
    api.breakOff(update);
    const { user } = await openStep2();
    await join(user);
    await screen.findByRole('alert');

    api.answer(update, { status: 204 });
    await press(user, 'Join Waitlist');
    expect(await screen.findByRole('status')).toHaveTextContent("You're on the list!");
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('tells of the duplicate when the answer was lost after the row was saved', async () => {
    api.breakOff(insert);
    const { user } = await openDialog();
    await fillIn(user, { Email: 'sam@example.com' });
    await press(user, 'Next');
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');

    api.answer(insert, problem(409, 'duplicate_email', 'That email is taken.'));
    await press(user, 'Next');
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent("You're already on the list"),
    );
    expect(field('Email')).toHaveValue('sam@example.com');
  });

  it('does not wait for the email', async () => {
    api.hold(sendEmail);
    const { user } = await openStep2();
    await join(user);
    expect(await screen.findByRole('status')).toHaveTextContent("You're on the list!");
  });

  it('finishes what was being saved when it was closed', async () => {
    const release = api.hold(insert);
    const { user, opener } = await openDialog();
    await fillIn(user, { Email: 'sam@example.com' });
    await press(user, 'Next');
    await press(user, 'Close');
    await dialogIsClosed();
    release();

    await user.click(opener);
    expect(await onStep(2)).toBeVisible();
    expect(api.calls).toHaveLength(1);
  });

  it('shows beside their fields what the server found wrong, and goes to the first', async () => {
    const errors = [
      { field: 'zip_code', message: 'Please enter a valid 5-digit ZIP code' },
      { field: 'email', message: 'Please enter a valid email' },
    ];
    api.answer(insert, problem(400, 'invalid_request', 'Please check what you entered.', errors));
    const { user } = await openDialog();
    await fillIn(user, { Email: 'sam@example.com' });
    await press(user, 'Next');

    await expectError('Email', 'Please enter a valid email');
    await expectError('ZIP code', 'Please enter a valid 5-digit ZIP code');
    expect(field('Email')).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('Please check what you entered.');
    expect(button('Next')).toBeVisible();
  });
});

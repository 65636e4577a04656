import { act, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { joined } from '../features/waitlist/messages.ts';
import { Toast } from '../features/waitlist/Toast.tsx';
import { fakeApi, insert, problem, sendEmail, update } from '../testing/api.ts';
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
  paste,
  press,
  questions,
} from '../testing/visitor.tsx';

const api = fakeApi();

describe('4 Step 1', () => {
  it('collects name, email, phone and ZIP', async () => {
    await openDialog();
    expect(await onStep(1)).toBeVisible();
    expect(labels()).toEqual([
      'Name (optional)',
      'Email',
      'Phone (optional)',
      'ZIP code (optional)',
    ]);
  });

  it("shows 'Saving...' while working, then opens step 2", async () => {
    const release = api.hold(insert);
    const { user } = await openDialog();
    await fillIn(user, { Email: 'sam@example.com' });
    await press(user, 'Next');
    expect(button('Saving...')).toBeVisible();
    release();
    expect(await onStep(2)).toBeVisible();
  });

  it('stays on failure', async () => {
    api.answer(insert, problem(500, 'internal', 'Something failed.'));
    const { user } = await openDialog();
    await fillIn(user, { Name: 'Sam', Email: 'sam@example.com' });
    await press(user, 'Next');
    await screen.findByRole('alert');
    expect(await onStep(1)).toBeVisible();
    expect(button('Next')).toBeVisible();
    expect(field('Name')).toHaveValue('Sam');
  });
});

describe('4 Step 2', () => {
  it('collects two answers, anything else and the captain checkbox, with Back and submit', async () => {
    await openStep2();
    expect(labels()).toEqual([
      'Tell us about a conversation about a book that stayed with you',
      'How did you hear about us?',
      'Anything else you would like to say? (optional)',
    ]);
    expect(screen.getByRole('checkbox', { name: /club captain/ })).toBeVisible();
    expect(button('Back')).toBeVisible();
    expect(button('Join Waitlist')).toBeVisible();
  });

  it('Back returns to step 1', async () => {
    const { user } = await openStep2();
    await press(user, 'Back');
    expect(await onStep(1)).toBeVisible();
    expect(field('Email')).toHaveValue('sam@example.com');
  });

  it("shows 'Joining...' while working", async () => {
    const release = api.hold(update);
    const { user } = await openStep2();
    await join(user);
    expect(button('Joining...')).toBeVisible();
    release();
    await dialogIsClosed();
  });

  it('on success tells it, resets, closes and returns to step 1', async () => {
    const { user, opener } = await openStep2();
    await user.click(screen.getByRole('checkbox'));
    await join(user);
    expect(await screen.findByRole('status')).toHaveTextContent("You're on the list!");
    await dialogIsClosed();

    await user.click(opener);
    expect(await onStep(1)).toBeVisible();
    expect(field('Email')).toHaveValue('');
    await fillIn(user, { Email: 'al@example.com' });
    await press(user, 'Next');
    await onStep(2);
    expect(api.calls.at(-1)?.to).toBe(insert);
    expect(field(questions.story)).toHaveValue('');
    expect(field(questions.source)).toHaveValue('');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
  });

  it('stays on failure', async () => {
    api.answer(update, problem(500, 'internal', 'Something failed.'));
    const { user } = await openStep2();
    await join(user);
    await screen.findByRole('alert');
    expect(await onStep(2)).toBeVisible();
    expect(field(questions.story)).toHaveValue('Meditations');
  });
});

describe('5 Validation', () => {
  const email = 'Please enter a valid email';
  const zip = 'Please enter a valid 5-digit ZIP code';

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['no @', 'sam.example.com'],
    ['no dot in the domain', 'sam@localhost'],
    ['an empty label', 'sam@example..com'],
    ['a blank inside', 'sam rivers@example.com'],
    ['two addresses', 'sam@example.com,al@example.com'],
  ])('email: refused with %s', async (_, value) => {
    const { user } = await openDialog();
    if (value) await fillIn(user, { Email: value });
    await press(user, 'Next');
    await expectError('Email', email);
    expect(api.calls).toEqual([]);
  });

  it('email: trimmed', async () => {
    const { user } = await openDialog();
    await fillIn(user, { Email: '  sam@example.com ' });
    await press(user, 'Next');
    await onStep(2);
    expect(api.calls[0]?.body).toMatchObject({ email: 'sam@example.com' });
  });

  it.each(['8', '8030'])('zip_code: %s is refused', async (value) => {
    const { user } = await openDialog();
    await fillIn(user, { Email: 'sam@example.com', 'ZIP code': value });
    await press(user, 'Next');
    await expectError('ZIP code', zip);
    expect(api.calls).toEqual([]);
  });

  it.each([
    ['typed', 'a8b0-302 99', '80302'],
    ['blanks around it', '  80302 ', '80302'],
    ['too long', '803021', '80302'],
  ])('zip_code: input limited to 5 digits, %s', async (_, text, digits) => {
    const { user } = await openDialog();
    await paste(user, 'ZIP code', text);
    expect(field('ZIP code')).toHaveValue(digits);
    expect(field('ZIP code')).toHaveAttribute('inputmode', 'numeric');
  });

  it.each([
    ['book_conversation_story', questions.story, questions.source],
    ['how_did_you_hear', questions.source, questions.story],
  ])('%s: at least 1 character, trimmed', async (_, missing, other) => {
    const { user } = await openStep2();
    await user.type(field(missing), '   ');
    await user.type(field(other), 'x');
    await press(user, 'Join Waitlist');
    await expectError(missing, 'Required.');
    expect(screen.getAllByText('Required.')).toHaveLength(1);
    expect(api.calls).toHaveLength(1);
  });

  it('name, phone_number, zip_code: optional, and null when empty or blank', async () => {
    const { user } = await openDialog();
    await fillIn(user, { Name: '  ', Email: 'sam@example.com' });
    await press(user, 'Next');
    await onStep(2);
    expect(api.calls[0]?.body).toMatchObject({ name: null, phone_number: null, zip_code: null });
  });

  it('anything_else: optional, null when empty; club_captain_interest: false by default', async () => {
    const { user } = await openStep2();
    await join(user);
    await dialogIsClosed();
    expect(api.calls[1]?.body).toMatchObject({ anything_else: null, club_captain_interest: false });
  });

  it('step 1 asks for nothing of step 2', async () => {
    await openStep2();
    expect(api.calls.map(({ to }) => to)).toEqual([insert]);
    expect(screen.queryByText('Required.')).not.toBeInTheDocument();
  });
});

describe('7 Calls', () => {
  const contact = {
    name: 'Sam Rivers',
    email: 'sam@example.com',
    phone_number: '303-555-0148',
    zip_code: '80302',
  };
  const answers = {
    book_conversation_story: 'Meditations, on a long hike.',
    how_did_you_hear: 'From a friend',
    anything_else: 'Looking forward',
    club_captain_interest: true,
  };

  it('insert, update and email, with exactly these payloads, and no other call', async () => {
    const { user } = await openDialog();
    await fillIn(user, {
      Name: ' Sam Rivers ',
      Email: contact.email,
      Phone: contact.phone_number,
      'ZIP code': contact.zip_code,
    });
    await press(user, 'Next');
    await onStep(2);
    await user.type(field(questions.story), ` ${answers.book_conversation_story} `);
    await user.type(field(questions.source), answers.how_did_you_hear);
    await user.type(field(questions.anythingElse), answers.anything_else);
    await user.click(screen.getByRole('checkbox'));
    await press(user, 'Join Waitlist');
    await dialogIsClosed();

    expect(api.calls).toEqual([
      {
        to: insert,
        body: {
          ...contact,
          book_conversation_story: null,
          how_did_you_hear: null,
          anything_else: null,
          club_captain_interest: null,
        },
      },
      { to: update, body: answers },
      { to: sendEmail, body: { ...contact, ...answers } },
    ]);
  });

  it('the email runs after the update, not before or beside it', async () => {
    const release = api.hold(update);
    const { user } = await openStep2();
    await join(user);
    expect(api.calls.map(({ to }) => to)).toEqual([insert, update]);
    release();
    await dialogIsClosed();
    expect(api.calls.map(({ to }) => to)).toEqual([insert, update, sendEmail]);
  });
});

describe('8 Error catalogue', () => {
  const alreadyListed =
    "You're already on the listThat email is already subscribed to the waitlist.";

  it.each([
    ['the code duplicate_email', problem(409, 'duplicate_email', 'That email is taken.')],
    ['the code 23505', problem(409, '23505', 'conflict')],
    ['a duplicate key', problem(500, 'internal', 'duplicate key value violates a constraint')],
    ['the constraint', problem(500, 'internal', 'violates unique constraint "entries_email"')],
  ])('insert fails with %s', async (_, refusal) => {
    api.answer(insert, refusal);
    const { user } = await openDialog();
    await fillIn(user, { Email: 'sam@example.com' });
    await press(user, 'Next');

    expect(await toast()).toBe(alreadyListed);
    expect(await onStep(1)).toBeVisible();
  });

  const failures = [
    ['500', problem(500, 'internal', 'It failed on our side.'), 'It failed on our side.'],
    ['503', problem(503, 'unavailable', 'Not available now.'), 'Not available now.'],
    ['429', problem(429, 'rate_limited', 'Too many requests.'), 'Too many requests.'],
    ['404', problem(404, 'not_found', 'The time is over.'), 'The time is over.'],
    ['no message', { status: 502, body: '<html>' }, 'Please try again.'],
    ['no answer', null, 'Please try again.'],
  ] as const;

  it.each(failures)('any other insert failure: %s', async (_, refusal, text) => {
    if (refusal) api.answer(insert, refusal);
    else api.breakOff(insert);
    const { user } = await openDialog();
    await fillIn(user, { Email: 'sam@example.com' });
    await press(user, 'Next');

    expect(await toast()).toBe(`Something went wrong${text}`);
    expect(await onStep(1)).toBeVisible();
    expect(field('Email')).toHaveValue('sam@example.com');
  });

  it.each(failures)('any other update failure: %s', async (_, refusal, text) => {
    if (refusal) api.answer(update, refusal);
    else api.breakOff(update);
    const { user } = await openStep2();
    await join(user);

    expect(await toast()).toBe(`Something went wrong${text}`);
    expect(await onStep(2)).toBeVisible();
    expect(field(questions.story)).toHaveValue('Meditations');
    expect(field(questions.source)).toHaveValue('From a friend');
    expect(api.calls.map(({ to }) => to)).toEqual([insert, update]);
  });

  it('email function failure: logged only, without what was typed', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    api.answer(sendEmail, problem(500, 'internal', 'No mail today.'));
    const { user } = await openStep2();
    await join(user);

    expect(await screen.findByRole('status')).toHaveTextContent("You're on the list!");
    await dialogIsClosed();
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
    expect(String(log.mock.calls[0])).toContain('No mail today.');
    expect(String(log.mock.calls[0])).not.toContain('sam@example.com');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('success', async () => {
    const { user } = await openStep2();
    await join(user);
    expect(await toast('status')).toBe(
      "You're on the list!Thanks for signing up. We'll be in touch soon.",
    );
  });
});

describe('9 Constants', () => {
  it('toast display time: 5000 ms', () => {
    vi.useFakeTimers();
    const onClose = vi.fn();
    render(<Toast message={joined} onClose={onClose} />);

    advance(4999);
    expect(onClose).not.toHaveBeenCalled();
    advance(1);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('data fetching: a failed call is not repeated unasked, so the visitor hears of it at once', async () => {
    api.answer(insert, problem(503, 'unavailable', 'Not available.'));
    const { user } = await openDialog();
    await fillIn(user, { Email: 'sam@example.com' });
    await press(user, 'Next');
    await screen.findByRole('alert');
    expect(api.calls.map(({ to }) => to)).toEqual([insert]);
    expect(button('Next')).toBeVisible();
  });
});

describe('Decisions', () => {
  it('update from Back: takes the contact fields and saves no second row', async () => {
    const { user } = await openStep2();
    await user.type(field(questions.story), 'Meditations');
    await press(user, 'Back');
    await fillIn(user, { Phone: '303-555-0199' });
    await press(user, 'Next');

    await onStep(2);
    expect(field(questions.story)).toHaveValue('Meditations');
    expect(api.calls.slice(1)).toEqual([
      {
        to: update,
        body: {
          name: null,
          email: 'sam@example.com',
          phone_number: '303-555-0199',
          zip_code: null,
        },
      },
    ]);
  });

  it('closing midway: step, values and saved id survive', async () => {
    const { user, opener } = await openStep2();
    await user.type(field(questions.source), 'From a friend');
    await press(user, 'Close');
    await dialogIsClosed();

    await user.click(opener);
    expect(await onStep(2)).toBeVisible();
    expect(field(questions.source)).toHaveValue('From a friend');
    await user.type(field(questions.story), 'Meditations');
    await press(user, 'Join Waitlist');
    await dialogIsClosed();
    expect(api.calls.map(({ to }) => to)).toEqual([insert, update, sendEmail]);
  });

  it('a second click while saving: one request only, in step 1', async () => {
    const release = api.hold(insert);
    const { user } = await openDialog();
    await fillIn(user, { Email: 'sam@example.com' });
    await user.dblClick(button('Next'));
    await press(user, 'Saving...');
    await user.type(field('Email'), '{Enter}');
    release();
    await onStep(2);
    expect(api.calls.map(({ to }) => to)).toEqual([insert]);
  });

  it('a second click while saving: one request only, in step 2', async () => {
    const release = api.hold(update);
    const { user } = await openStep2();
    await user.type(field(questions.story), 'Meditations');
    await user.type(field(questions.source), 'From a friend');
    await user.dblClick(button('Join Waitlist'));
    await press(user, 'Joining...');
    await press(user, 'Back');
    expect(await onStep(2)).toBeVisible();
    release();
    await dialogIsClosed();
    expect(api.calls.map(({ to }) => to)).toEqual([insert, update, sendEmail]);
  });

  it.each([
    ['name', 'Name', 200],
    ['phone', 'Phone', 40],
  ])('limits on text lengths: %s', async (_, label, limit) => {
    const { user } = await openDialog();
    await paste(user, label, '😀'.repeat(limit + 1));
    await press(user, 'Next');
    await expectError(label, `Please use plain text of at most ${limit} characters.`);

    // An emoji is one character; nothing is cut off on its way into the field.
    await user.clear(field(label));
    await paste(user, label, ` ${'😀'.repeat(limit)} `);
    await waitFor(() => expect(field(label)).toBeValid());
    expect(field(label)).toHaveValue(` ${'😀'.repeat(limit)} `);
  });

  it.each(Object.values(questions))('limits on text lengths: %s', async (label) => {
    const { user } = await openStep2();
    await paste(user, label, '😀'.repeat(5001));
    await press(user, 'Join Waitlist');
    await expectError(label, 'Please use plain text of at most 5000 characters.');

    await user.clear(field(label));
    await paste(user, label, '😀'.repeat(5000));
    await waitFor(() => expect(field(label)).toBeValid());
  });

  it('limits on text lengths: email', async () => {
    const { user } = await openDialog();
    await paste(user, 'Email', `${'x'.repeat(254 - '@example.com'.length + 1)}@example.com`);
    await press(user, 'Next');
    await expectError('Email', 'Please enter a valid email');
  });
});

function labels() {
  return screen
    .getAllByRole('textbox')
    .map((input) => (input as HTMLInputElement).labels?.[0]?.textContent);
}

/** Title and text of the toast. */
async function toast(role: 'alert' | 'status' = 'alert') {
  const paragraphs = (await screen.findByRole(role)).querySelectorAll('p');
  return Array.from(paragraphs, ({ textContent }) => textContent).join('');
}

function advance(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { insert, problem, sendEmail, update, fakeApi } from '../../testing/api.ts';
import { JoinButton } from './JoinLink.tsx';
import { WaitlistProvider } from './WaitlistProvider.tsx';

const api = fakeApi();

describe('opening', () => {
  it('shows step 1 in a dialog named by its title, with the focus inside', async () => {
    const { dialog } = await openDialog();

    expect(dialog).toHaveAccessibleName('Join the Waitlist');
    expect(dialog).toHaveTextContent('Step 1 of 2');
    expect(dialog).toHaveFocus();
  });

  it('tells browsers what the fields are for', async () => {
    await openDialog();

    expect(field('Name')).toHaveAttribute('autocomplete', 'name');
    expect(field('Email')).toHaveAttribute('autocomplete', 'email');
    expect(field('Email')).toHaveAttribute('type', 'email');
    expect(field('Phone')).toHaveAttribute('autocomplete', 'tel');
    expect(field('Phone')).toHaveAttribute('type', 'tel');
    expect(field('ZIP code')).toHaveAttribute('autocomplete', 'postal-code');
    expect(field('ZIP code')).toHaveAttribute('inputmode', 'numeric');
  });
});

describe('validation of step 1', () => {
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
  ])('refuses an email with %s', async (_, value) => {
    const { user } = await openDialog();
    if (value) await user.type(field('Email'), value);
    await press(user, 'Next');

    await expectError('Email', email);
    expect(field('Email')).toHaveFocus();
    expect(api.calls).toEqual([]);
  });

  it('takes an email with blanks around it', async () => {
    const { user } = await openDialog();
    await user.type(field('Email'), '  sam@example.com ');
    await press(user, 'Next');

    await screen.findByText(/Step 2 of 2/);
    expect(api.calls[0]?.body).toMatchObject({ email: 'sam@example.com' });
  });

  it.each(['8', '8030'])('refuses the ZIP code %s', async (value) => {
    const { user } = await openDialog();
    await user.type(field('Email'), 'sam@example.com');
    await user.type(field('ZIP code'), value);
    await press(user, 'Next');

    await expectError('ZIP code', zip);
    expect(field('ZIP code')).toHaveFocus();
    expect(api.calls).toEqual([]);
  });

  it('lets no more than five digits into the ZIP code', async () => {
    const { user } = await openDialog();
    await user.type(field('ZIP code'), 'a8b0-302 99');
    expect(field('ZIP code')).toHaveValue('80302');
  });

  it('takes a pasted ZIP code with blanks around it', async () => {
    const { user } = await openDialog();
    await user.click(field('ZIP code'));
    await user.paste('  80302 ');
    expect(field('ZIP code')).toHaveValue('80302');
  });

  it('takes back the message once the field is right', async () => {
    const { user } = await openDialog();
    await press(user, 'Next');
    await expectError('Email', email);
    await user.type(field('Email'), 'sam@example.com');

    await waitFor(() => expect(screen.queryByText(email)).not.toBeInTheDocument());
    expect(field('Email')).not.toHaveAccessibleDescription();
  });

  it.each([
    ['Name', 200],
    ['Email', 254],
    ['Phone', 40],
  ])('limits %s to %i characters', async (label, limit) => {
    await openDialog();
    expect(field(label)).toHaveAttribute('maxlength', String(limit));
  });
});

describe('validation of step 2', () => {
  it.each([
    ['nothing', ''],
    ['blanks', '   '],
  ])('requires the two answers, given %s', async (_, value) => {
    const { user } = await openStep2();
    if (value) {
      await user.type(field(/^Tell us/), value);
      await user.type(field(/^How did you hear/), value);
    }
    await press(user, 'Join Waitlist');

    await expectError(/^Tell us/, 'Required.');
    await expectError(/^How did you hear/, 'Required.');
    expect(field(/^Tell us/)).toHaveFocus();
    expect(api.calls).toEqual([]);
  });

  it.each([/^Tell us/, /^How did you hear/, /^Anything else/])(
    'limits %s to 5000 characters',
    async (label) => {
      await openStep2();
      expect(field(label)).toHaveAttribute('maxlength', '5000');
    },
  );
});

describe('step 1', () => {
  it('inserts what was typed, with the answers of step 2 null', async () => {
    const { user } = await openDialog();
    await user.type(field('Name'), ' Sam Rivers ');
    await user.type(field('Email'), 'sam@example.com');
    await user.type(field('Phone'), '303-555-0148');
    await user.type(field('ZIP code'), '80302');
    await press(user, 'Next');

    await screen.findByText(/Step 2 of 2/);
    expect(api.calls).toEqual([
      {
        to: insert,
        body: {
          name: 'Sam Rivers',
          email: 'sam@example.com',
          phone_number: '303-555-0148',
          zip_code: '80302',
          book_conversation_story: null,
          how_did_you_hear: null,
          anything_else: null,
          club_captain_interest: null,
        },
      },
    ]);
  });

  it('sends null for what was left empty', async () => {
    const { user } = await openDialog();
    await user.type(field('Name'), '   ');
    await user.type(field('Email'), 'sam@example.com');
    await press(user, 'Next');

    await screen.findByText(/Step 2 of 2/);
    expect(api.calls[0]?.body).toMatchObject({ name: null, phone_number: null, zip_code: null });
  });

  it("shows 'Saving...' and sends one request, however often Next is pressed", async () => {
    const release = api.hold(insert);
    const { user } = await openDialog();
    await user.type(field('Email'), 'sam@example.com');
    await user.dblClick(button('Next'));
    await press(user, 'Saving...');
    await user.type(field('Email'), '{Enter}');
    release();

    await screen.findByText(/Step 2 of 2/);
    expect(api.calls).toHaveLength(1);
  });

  it('reads out the step it moves on to', async () => {
    await openStep2();
    expect(screen.getByText(/Step 2 of 2/)).toHaveFocus();
  });
});

describe('step 2', () => {
  it('updates the row, asks for the email, tells the success and starts afresh', async () => {
    const { user, opener } = await openStep2();
    await user.type(field(/^Tell us/), ' Meditations, on a long hike. ');
    await user.type(field(/^How did you hear/), 'From a friend');
    await user.click(screen.getByRole('checkbox', { name: /club captain/ }));
    await press(user, 'Join Waitlist');

    const toast = await screen.findByRole('status');
    expect(toast).toHaveTextContent("You're on the list!");
    expect(toast).toHaveTextContent("Thanks for signing up. We'll be in touch soon.");
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(opener).toHaveFocus();

    const answers = {
      book_conversation_story: 'Meditations, on a long hike.',
      how_did_you_hear: 'From a friend',
      anything_else: null,
      club_captain_interest: true,
    };
    expect(api.calls).toEqual([
      { to: update, body: answers },
      {
        to: sendEmail,
        body: {
          name: null,
          email: 'sam@example.com',
          phone_number: null,
          zip_code: null,
          ...answers,
        },
      },
    ]);

    await user.click(opener);
    expect(await screen.findByText(/Step 1 of 2/)).toBeVisible();
    expect(field('Email')).toHaveValue('');
    api.calls.length = 0;
    await user.type(field('Email'), 'al@example.com');
    await press(user, 'Next');
    await screen.findByText(/Step 2 of 2/);
    expect(api.calls[0]?.to).toBe(insert);
    expect(field(/^Tell us/)).toHaveValue('');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
  });

  it('sends false for a checkbox that was left alone', async () => {
    const { user } = await openStep2();
    await answer(user);
    await screen.findByRole('status');
    expect(api.calls[0]?.body).toMatchObject({ club_captain_interest: false });
  });

  it("shows 'Joining...' and sends one request, however often the button is pressed", async () => {
    const release = api.hold(update);
    const { user } = await openStep2();
    await user.type(field(/^Tell us/), 'Meditations');
    await user.type(field(/^How did you hear/), 'From a friend');
    await user.dblClick(button('Join Waitlist'));
    await press(user, 'Joining...');
    await press(user, 'Back');
    expect(screen.getByText(/Step 2 of 2/)).toBeVisible();
    release();

    await screen.findByRole('status');
    expect(api.calls.map(({ to }) => to)).toEqual([update, sendEmail]);
  });

  it('goes back with all values kept, and saves a correction instead of a second row', async () => {
    const { user } = await openStep2();
    await user.type(field(/^Tell us/), 'Meditations');
    await press(user, 'Back');

    expect(screen.getByText(/Step 1 of 2/)).toHaveFocus();
    expect(field('Email')).toHaveValue('sam@example.com');
    await user.type(field('Phone'), '303-555-0199');
    await press(user, 'Next');

    await screen.findByText(/Step 2 of 2/);
    expect(field(/^Tell us/)).toHaveValue('Meditations');
    expect(api.calls).toEqual([
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

  it('does not wait for the email', async () => {
    api.hold(sendEmail);
    const { user } = await openStep2();
    await answer(user);
    expect(await screen.findByRole('status')).toHaveTextContent("You're on the list!");
  });
});

describe('closing midway', () => {
  it('keeps the step, the values and the saved row', async () => {
    const { user, opener } = await openStep2();
    await user.type(field(/^Tell us/), 'Meditations');
    await press(user, 'Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(opener).toHaveFocus();

    await user.click(opener);
    expect(await screen.findByText(/Step 2 of 2/)).toBeVisible();
    expect(field(/^Tell us/)).toHaveValue('Meditations');
    await answer(user);
    await screen.findByRole('status');
    expect(api.calls.map(({ to }) => to)).toEqual([update, sendEmail]);
  });

  it('happens on Escape', async () => {
    const { user } = await openDialog();
    await user.type(field('Email'), 'sam@example.com');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the error catalogue', () => {
  const duplicates = [
    ['duplicate_email', problem(409, 'duplicate_email', 'That email is taken.')],
    ['23505', problem(409, '23505', 'conflict')],
    ['duplicate key', problem(500, 'internal', 'duplicate key value violates a constraint')],
    ['the constraint', problem(500, 'internal', 'violates unique constraint "entries_email"')],
  ] as const;

  it.each(duplicates)('tells of a duplicate by %s and stays on step 1', async (_, refusal) => {
    api.answer(insert, refusal);
    const { user } = await openDialog();
    await user.type(field('Email'), 'sam@example.com');
    await press(user, 'Next');

    const toast = await screen.findByRole('alert');
    expect(toast).toHaveTextContent("You're already on the list");
    expect(toast).toHaveTextContent('That email is already subscribed to the waitlist.');
    expect(screen.getByText(/Step 1 of 2/)).toBeVisible();
    expect(field('Email')).toHaveValue('sam@example.com');
  });

  const failures = [
    [
      '500',
      problem(500, 'internal', 'Something failed on our side.'),
      'Something failed on our side.',
    ],
    ['429', problem(429, 'rate_limited', 'Too many requests.'), 'Too many requests.'],
    ['503', problem(503, 'unavailable', 'Not available right now.'), 'Not available right now.'],
    ['404', problem(404, 'not_found', 'The time is over.'), 'The time is over.'],
    ['no problem document', { status: 502, body: '<html>' }, 'Please try again.'],
  ] as const;

  it.each(failures)('tells of an insert that failed with %s', async (_, refusal, text) => {
    api.answer(insert, refusal);
    const { user } = await openDialog();
    await user.type(field('Email'), 'sam@example.com');
    await press(user, 'Next');

    const toast = await screen.findByRole('alert');
    expect(toast).toHaveTextContent('Something went wrong');
    expect(toast).toHaveTextContent(text);
    expect(screen.getByText(/Step 1 of 2/)).toBeVisible();
  });

  it.each(failures)('tells of an update that failed with %s', async (_, refusal, text) => {
    api.answer(update, refusal);
    const { user } = await openStep2();
    await answer(user);

    const toast = await screen.findByRole('alert');
    expect(toast).toHaveTextContent('Something went wrong');
    expect(toast).toHaveTextContent(text);
    expect(screen.getByText(/Step 2 of 2/)).toBeVisible();
    expect(field(/^Tell us/)).toHaveValue('Meditations');
    expect(api.calls.map(({ to }) => to)).toEqual([update]);
  });

  it('tells of a connection that broke, and the next try succeeds', async () => {
    api.breakOff(update);
    const { user } = await openStep2();
    await answer(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again.');

    api.answer(update, { status: 204 });
    await press(user, 'Join Waitlist');
    expect(await screen.findByRole('status')).toHaveTextContent("You're on the list!");
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows beside its field what the server found wrong with it', async () => {
    api.answer(
      insert,
      problem(400, 'invalid_request', 'Please enter a valid email', [
        { field: 'email', message: 'Please enter a valid email' },
      ]),
    );
    const { user } = await openDialog();
    await user.type(field('Email'), 'sam@example.com');
    await press(user, 'Next');

    await expectError('Email', 'Please enter a valid email');
    expect(field('Email')).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');
  });

  it('only logs an email that failed', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    api.answer(sendEmail, problem(500, 'internal', 'No mail today.'));
    const { user } = await openStep2();
    await answer(user);

    expect(await screen.findByRole('status')).toHaveTextContent("You're on the list!");
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
    expect(String(log.mock.calls[0])).toContain('No mail today.');
    expect(String(log.mock.calls[0])).not.toContain('sam@example.com');
  });
});

async function openDialog() {
  const user = userEvent.setup();
  render(
    <WaitlistProvider>
      <JoinButton>Open</JoinButton>
    </WaitlistProvider>,
  );
  const opener = screen.getByRole('button', { name: 'Open' });
  await user.click(opener);
  return { user, opener, dialog: await screen.findByRole('dialog') };
}

async function openStep2() {
  const opened = await openDialog();
  await opened.user.type(field('Email'), 'sam@example.com');
  await press(opened.user, 'Next');
  await screen.findByText(/Step 2 of 2/);
  api.calls.length = 0;
  return opened;
}

async function answer(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field(/^Tell us/), 'Meditations');
  await user.type(field(/^How did you hear/), 'From a friend');
  await press(user, 'Join Waitlist');
}

function field(label: string | RegExp): HTMLElement {
  const name = typeof label === 'string' ? new RegExp(`^${label}`) : label;
  return screen.getByRole('textbox', { name });
}

function button(name: string): HTMLElement {
  return within(screen.getByRole('dialog')).getByRole('button', { name });
}

async function press(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(button(name));
}

async function expectError(label: string | RegExp, message: string) {
  await waitFor(() => expect(field(label)).toHaveAccessibleDescription(message));
  expect(field(label)).toBeInvalid();
}

import { expect } from 'vitest';
import { answer, join, openDialog, passStep1 } from './dialog.ts';
import { test } from './test.ts';

test('a visitor joins the waitlist, gets his mail, and leaves again', async ({
  bookclub,
  page,
}) => {
  await page.goto('/');
  const dialog = await openDialog(page);
  await dialog.getByLabel('Name').fill('Sam Rivers');
  await dialog.getByLabel('Email').fill(' Sam@Example.com ');
  await dialog.getByLabel('ZIP code').fill('80302');
  await dialog.getByRole('button', { name: 'Next' }).click();

  await dialog.getByText('Step 2 of 2').waitFor();
  await answer(dialog);
  await dialog.getByLabel('club captain').check();
  await join(dialog);

  const toast = page.getByRole('status');
  await toast.getByText("You're on the list!", { exact: true }).waitFor();
  await toast
    .getByText("Thanks for signing up. We'll be in touch soon.", { exact: true })
    .waitFor();
  await dialog.waitFor({ state: 'hidden' });

  expect(await bookclub.entries('sam@example.com')).toEqual([
    {
      name: 'Sam Rivers',
      email: 'Sam@Example.com',
      phone_number: null,
      zip_code: '80302',
      book_conversation_story: 'We talked about Meditations on a long hike.',
      how_did_you_hear: 'From a friend',
      anything_else: null,
      club_captain_interest: true,
    },
  ]);

  await expect.poll(() => bookclub.mails('Sam@Example.com')).toHaveLength(1);
  const [mail] = await bookclub.mails('Sam@Example.com');
  expect(mail?.text).not.toContain('Meditations');

  const leaveLink = /http:\S+\/leave\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(leaveLink);
  expect(await bookclub.entries('sam@example.com')).toHaveLength(1);
  await page.getByRole('button', { name: 'Leave the waitlist' }).click();
  await page.getByText('You have left the waitlist.').waitFor();
  expect(await bookclub.entries('sam@example.com')).toEqual([]);
});

test('after joining, the dialog begins anew for the next man', async ({ page }) => {
  await page.goto('/about');
  const dialog = await openDialog(page);
  await passStep1(dialog, 'first@example.com');
  await answer(dialog);
  await join(dialog);
  await page.getByRole('status').waitFor();

  await openDialog(page);
  await dialog.getByText('Step 1 of 2').waitFor();
  expect(await dialog.getByLabel('Email').inputValue()).toBe('');
  await passStep1(dialog, 'second@example.com');
  expect(await dialog.getByLabel('Tell us about').inputValue()).toBe('');
});

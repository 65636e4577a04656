import { expect } from 'vitest';
import { test } from './test.ts';

test('a visitor joins the waitlist, gets his mail, and leaves again', async ({
  bookclub,
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join the Waitlist' });

  await dialog.getByLabel('Name').fill('Sam Rivers');
  await dialog.getByLabel('Email').fill(' Sam@Example.com ');
  await dialog.getByLabel('ZIP code').fill('80302');
  await dialog.getByRole('button', { name: 'Next' }).click();

  await dialog.getByText('Step 2 of 2').waitFor();
  await dialog.getByLabel('Tell us about').fill('We talked about Meditations on a long hike.');
  await dialog.getByLabel('How did you hear').fill('From a friend');
  await dialog.getByLabel('club captain').check();
  await dialog.getByRole('button', { name: 'Join Waitlist' }).click();

  const toast = page.getByRole('status');
  await toast.getByText("You're on the list!").waitFor();
  await toast.getByText("Thanks for signing up. We'll be in touch soon.").waitFor();
  await dialog.waitFor({ state: 'hidden' });

  expect(await bookclub.entries()).toEqual([
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

  await expect.poll(bookclub.mails, { timeout: 20_000 }).toHaveLength(1);
  const [mail] = await bookclub.mails();
  expect(mail?.to?.map(({ address }) => address)).toEqual(['Sam@Example.com']);
  expect(mail?.text).not.toContain('Meditations');

  const leaveLink = /http:\S+\/leave\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  await page.goto(leaveLink);
  expect(await bookclub.entries()).toHaveLength(1);
  await page.getByRole('button', { name: 'Leave the waitlist' }).click();
  await page.getByText('You have left the waitlist.').waitFor();
  expect(await bookclub.entries()).toEqual([]);
});

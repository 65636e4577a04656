import { expect } from 'vitest';
import { calls } from './api.ts';
import { answer, join, openDialog } from './dialog.ts';
import { test } from './test.ts';

test('a visitor goes back, corrects his phone number, and is on the list once', async ({
  bookclub,
  page,
}) => {
  await page.goto('/');
  const made = calls(page);
  const dialog = await openDialog(page);
  await dialog.getByLabel('Name').fill('Cal Porter');
  await dialog.getByLabel('Email').fill('cal@example.com');
  await dialog.getByLabel('Phone').fill('303-555-0184');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await answer(dialog);

  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByText('Step 1 of 2').waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Cal Porter');
  expect(await dialog.getByLabel('Email').inputValue()).toBe('cal@example.com');
  await dialog.getByLabel('Phone').fill('303-555-0148');
  await dialog.getByRole('button', { name: 'Next' }).click();

  await dialog.getByText('Step 2 of 2').waitFor();
  expect(await dialog.getByLabel('How did you hear').inputValue()).toBe('From a friend');
  expect(await bookclub.entries('cal@example.com')).toEqual([
    {
      name: 'Cal Porter',
      email: 'cal@example.com',
      phone_number: '303-555-0148',
      zip_code: null,
      book_conversation_story: null,
      how_did_you_hear: null,
      anything_else: null,
      club_captain_interest: false,
    },
  ]);

  await join(dialog);
  await page.getByRole('status').waitFor();
  expect(await bookclub.entries('cal@example.com')).toMatchObject([
    { phone_number: '303-555-0148', how_did_you_hear: 'From a friend' },
  ]);
  expect(made).toEqual([
    'POST /api/v1/waitlist',
    'PATCH /api/v1/waitlist/{id}',
    'PATCH /api/v1/waitlist/{id}',
    'POST /api/v1/functions/send-waitlist-email',
  ]);
});

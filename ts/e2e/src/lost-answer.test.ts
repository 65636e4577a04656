import { expect } from 'vitest';
import { failedToLoad, insert, loseAnswer, update } from './api.ts';
import { answer, join, openDialog, passStep1 } from './dialog.ts';
import { test } from './test.ts';

test('when the answer to step 1 is lost, the next try tells that the address is on the list', async ({
  page,
  bookclub,
  expectComplaint,
}) => {
  expectComplaint(failedToLoad('net::ERR_FAILED'));
  expectComplaint(failedToLoad('the server responded with a status of 409 (Conflict)'));
  await page.goto('/');
  const dialog = await openDialog(page);
  await dialog.getByLabel('Email').fill('finn@example.com');

  await loseAnswer(page, insert);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('alert').getByText('Something went wrong').waitFor();
  await page.getByRole('alert').getByText('Please try again.').waitFor();
  expect(await bookclub.entries('finn@example.com')).toHaveLength(1);

  await dialog.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('alert').getByText("You're already on the list").waitFor();
  expect(await bookclub.entries('finn@example.com')).toHaveLength(1);
});

test('when the answer to step 2 is lost, the next try succeeds, and one mail is sent', async ({
  page,
  bookclub,
  expectComplaint,
}) => {
  expectComplaint(failedToLoad('net::ERR_FAILED'));
  await page.goto('/');
  const dialog = await openDialog(page);
  await passStep1(dialog, 'gus@example.com');
  await answer(dialog);

  await loseAnswer(page, update);
  await join(dialog);
  await page.getByRole('alert').getByText('Please try again.').waitFor();
  expect(await dialog.getByLabel('How did you hear').inputValue()).toBe('From a friend');

  await join(dialog);
  await page.getByRole('status').getByText("You're on the list!").waitFor();
  await expect.poll(() => bookclub.mails('gus@example.com')).toHaveLength(1);
  expect(await bookclub.entries('gus@example.com')).toMatchObject([
    { how_did_you_hear: 'From a friend' },
  ]);
});

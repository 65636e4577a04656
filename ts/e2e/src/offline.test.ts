import { expect } from 'vitest';
import { failedToLoad } from './api.ts';
import { answer, join, openDialog } from './dialog.ts';
import { test } from './test.ts';

test('a visitor whose network goes away and comes back loses nothing he typed', async ({
  page,
  bookclub,
  expectComplaint,
}) => {
  await page.goto('/');
  const dialog = await openDialog(page);
  const failure = page.getByRole('alert').getByText('Something went wrong', { exact: true });
  await dialog.getByLabel('Name').fill('Ken Lowe');
  await dialog.getByLabel('Email').fill('ken@example.com');

  expectComplaint(failedToLoad('net::ERR_INTERNET_DISCONNECTED'));
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await failure.waitFor();
  await page.getByRole('alert').getByText('Please try again.', { exact: true }).waitFor();
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Ken Lowe');
  expect(await dialog.getByLabel('Email').inputValue()).toBe('ken@example.com');

  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText('Step 2 of 2').waitFor();
  await failure.waitFor({ state: 'hidden' });
  await answer(dialog);

  expectComplaint(failedToLoad('net::ERR_INTERNET_DISCONNECTED'));
  await page.context().setOffline(true);
  await join(dialog);
  await failure.waitFor();
  await dialog.getByText('Step 2 of 2').waitFor();
  expect(await dialog.getByLabel('How did you hear').inputValue()).toBe('From a friend');

  await page.context().setOffline(false);
  await join(dialog);
  await page.getByRole('status').getByText("You're on the list!").waitFor();
  expect(await bookclub.entries('ken@example.com')).toMatchObject([
    { name: 'Ken Lowe', how_did_you_hear: 'From a friend' },
  ]);
});

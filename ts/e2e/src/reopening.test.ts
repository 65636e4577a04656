import { expect } from 'vitest';
import { calls, hold, insert } from './api.ts';
import { answer, join, openDialog, passStep1 } from './dialog.ts';
import { test } from './test.ts';

test('who closes the dialog midway finds all as he left it, also on another page', async ({
  page,
  bookclub,
}) => {
  await page.goto('/');
  const made = calls(page);
  const dialog = await openDialog(page);
  await dialog.getByLabel('Name').fill('Max Hill');
  await dialog.getByLabel('Email').fill('max@example');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await openDialog(page);
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Max Hill');
  expect(await dialog.getByLabel('Email').inputValue()).toBe('max@example');
  await passStep1(dialog, 'max@example.com');
  await answer(dialog);
  await dialog.getByLabel('club captain').check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.getByRole('link', { name: 'About', exact: true }).click();
  await page.getByRole('heading', { name: 'Your First Step' }).waitFor();
  await openDialog(page);
  await dialog.getByText('Step 2 of 2').waitFor();
  expect(await dialog.getByLabel('How did you hear').inputValue()).toBe('From a friend');
  expect(await dialog.getByLabel('club captain').isChecked()).toBe(true);

  await join(dialog);
  await page.getByRole('status').waitFor();
  expect(await bookclub.entries('max@example.com')).toMatchObject([
    { name: 'Max Hill', how_did_you_hear: 'From a friend', club_captain_interest: true },
  ]);
  expect(made).toHaveLength(3);
});

test('who closes the dialog while step 1 is saved finds step 2 when he comes back', async ({
  page,
}) => {
  await page.goto('/');
  const dialog = await openDialog(page);
  const insertion = hold(page, insert);
  await dialog.getByLabel('Email').fill('ned@example.com');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Saving...' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  const saved = page.waitForResponse(insert);
  await (await insertion).continue();
  await (await saved).finished();
  await openDialog(page);
  await dialog.getByText('Step 2 of 2').waitFor();
});

test('Back and Forward of the browser lose nothing that was typed', async ({ page, bookclub }) => {
  await page.goto('/about');
  await page.getByRole('link', { name: 'Good Life Book Club' }).click();
  const dialog = await openDialog(page);
  await passStep1(dialog, 'owen@example.com');
  await answer(dialog);

  await page.goBack();
  expect(page.url()).toBe(`${bookclub.url}/about`);
  expect(await dialog.getByLabel('How did you hear').inputValue()).toBe('From a friend');
  await page.goForward();
  expect(page.url()).toBe(`${bookclub.url}/`);
  expect(await dialog.getByLabel('How did you hear').inputValue()).toBe('From a friend');

  await join(dialog);
  await page.getByRole('status').waitFor();
  expect(await bookclub.entries('owen@example.com')).toMatchObject([
    { how_did_you_hear: 'From a friend' },
  ]);
});

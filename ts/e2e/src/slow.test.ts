import { expect } from 'vitest';
import { calls, hold, insert, sendEmail, update } from './api.ts';
import { answer, join, openDialog, passStep1 } from './dialog.ts';
import { test } from './test.ts';

/** Playwright would wait for a button to say that it is enabled; people press it all the same. */
const force = { force: true };

test('while a step is saved, its button says so, and pressing it more often sends nothing more', async ({
  page,
  bookclub,
}) => {
  await page.goto('/');
  const dialog = await openDialog(page);
  const made = calls(page);
  await dialog.getByLabel('Email').fill('hal@example.com');
  const insertion = hold(page, insert);
  await dialog.getByRole('button', { name: 'Next' }).dblclick();
  await dialog.getByRole('button', { name: 'Saving...', exact: true }).dblclick(force);
  await dialog.getByLabel('Email').press('Enter');
  await (await insertion).continue();

  await answer(dialog);
  const completion = hold(page, update);
  await dialog.getByRole('button', { name: 'Join Waitlist' }).dblclick();
  await dialog.getByRole('button', { name: 'Joining...', exact: true }).dblclick(force);
  await dialog.getByRole('button', { name: 'Back' }).click(force);
  await dialog.getByText('Step 2 of 2').waitFor();
  await (await completion).continue();

  await page.getByRole('status').getByText("You're on the list!").waitFor();
  await expect
    .poll(() => made)
    .toEqual([
      'POST /api/v1/waitlist',
      'PATCH /api/v1/waitlist/{id}',
      'POST /api/v1/functions/send-waitlist-email',
    ]);
  await expect.poll(() => bookclub.mails('hal@example.com')).toHaveLength(1);
});

test('nobody waits for the mail', async ({ page }) => {
  await page.goto('/');
  const dialog = await openDialog(page);
  await passStep1(dialog, 'jim@example.com');
  await answer(dialog);

  const sending = hold(page, sendEmail);
  await join(dialog);
  await page.getByRole('status').getByText("You're on the list!").waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await (await sending).continue();
});

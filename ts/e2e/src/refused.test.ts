import { expect } from 'vitest';
import { calls, failedToLoad, insert, refuse, sendEmail, update } from './api.ts';
import { answer, join, openDialog, passStep1 } from './dialog.ts';
import { test } from './test.ts';

const refusals = [
  [500, 'Internal Server Error', 'Something failed on our side.'],
  [503, 'Service Unavailable', 'We are not available right now.'],
  [429, 'Too Many Requests', 'Too many requests. Please wait a minute.'],
] as const;

test('a refusal is told in the words of the server, and the next try works', async ({
  page,
  bookclub,
  expectComplaint,
}) => {
  await page.goto('/');
  const dialog = await openDialog(page);
  const expectRefusals = async (call: string, press: () => Promise<void>) => {
    for (const [status, reason, detail] of refusals) {
      expectComplaint(failedToLoad(`the server responded with a status of ${status} (${reason})`));
      await refuse(page, call, status, detail);
      await press();
      const toast = page.getByRole('alert');
      await toast.getByText(detail, { exact: true }).waitFor();
      expect(await toast.getByText('Something went wrong', { exact: true }).isVisible()).toBe(true);
    }
  };

  await dialog.getByLabel('Email').fill('kim@example.com');
  await expectRefusals(insert, () => dialog.getByRole('button', { name: 'Next' }).click());
  expect(await dialog.getByLabel('Email').inputValue()).toBe('kim@example.com');
  await dialog.getByRole('button', { name: 'Next' }).click();

  await answer(dialog);
  await expectRefusals(update, () => join(dialog));
  expect(await dialog.getByLabel('How did you hear').inputValue()).toBe('From a friend');
  await join(dialog);
  await page.getByRole('status').getByText("You're on the list!").waitFor();
  expect(await bookclub.entries('kim@example.com')).toMatchObject([
    { how_did_you_hear: 'From a friend' },
  ]);
});

test('a mail that cannot be sent is only logged, without the address', async ({
  page,
  bookclub,
  expectComplaint,
}) => {
  expectComplaint(
    failedToLoad('the server responded with a status of 500 (Internal Server Error)'),
  );
  expectComplaint('console.error: send-waitlist-email failed: ApiError: No mail today.');
  await page.goto('/');
  const made = calls(page);
  const dialog = await openDialog(page);
  await passStep1(dialog, 'lou@example.com');
  await answer(dialog);

  await refuse(page, sendEmail, 500, 'No mail today.');
  const logged = page.waitForEvent('console', (message) => message.text().includes('ApiError'));
  await join(dialog);
  await page.getByRole('status').getByText("You're on the list!").waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect((await logged).text()).not.toContain('lou@');
  expect(await bookclub.entries('lou@example.com')).toHaveLength(1);
  expect(made.filter((call) => call.includes('send-waitlist-email'))).toHaveLength(1);
});

import { expect } from 'vitest';
import { calls, failedToLoad, insert, refuse, sendEmail, update } from './api.ts';
import { answer, join, openDialog, passStep1 } from './dialog.ts';
import { test } from './test.ts';

test.for([
  [500, 'Internal Server Error', 'Something failed on our side.'],
  [503, 'Service Unavailable', 'We are not available right now.'],
  [429, 'Too Many Requests', 'Too many requests. Please wait a minute.'],
] as const)(
  'a %i is told in the words of the server, and the next try works',
  async ([status, reason, detail], { page, bookclub, expectComplaint }) => {
    const email = `refused.${status}@example.com`;
    const complaint = failedToLoad(`the server responded with a status of ${status} (${reason})`);
    const toast = page.getByRole('alert');
    await page.goto('/');
    const dialog = await openDialog(page);
    await dialog.getByLabel('Email').fill(email);

    expectComplaint(complaint);
    await refuse(page, insert, status, detail);
    await dialog.getByRole('button', { name: 'Next' }).click();
    await toast.getByText('Something went wrong', { exact: true }).waitFor();
    await toast.getByText(detail, { exact: true }).waitFor();
    expect(await dialog.getByLabel('Email').inputValue()).toBe(email);

    await dialog.getByRole('button', { name: 'Next' }).click();
    await answer(dialog);

    expectComplaint(complaint);
    await refuse(page, update, status, detail);
    await join(dialog);
    await toast.getByText('Something went wrong', { exact: true }).waitFor();
    await toast.getByText(detail, { exact: true }).waitFor();
    expect(await dialog.getByLabel('How did you hear').inputValue()).toBe('From a friend');

    await join(dialog);
    await page.getByRole('status').getByText("You're on the list!").waitFor();
    expect(await bookclub.entries(email)).toMatchObject([{ how_did_you_hear: 'From a friend' }]);
  },
);

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

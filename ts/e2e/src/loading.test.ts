import { expect } from 'vitest';
import { failedToLoad } from './api.ts';
import { dialogOf, passStep1 } from './dialog.ts';
import { test } from './test.ts';

test('when the form cannot be loaded, the page says so, and trying again helps once it can', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(failedToLoad('net::ERR_CONNECTION_FAILED'));
  const form = '**/assets/WaitlistDialog*.js';
  await page.route(form, (route) => route.abort('connectionfailed'));
  await page.goto('/about');

  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  const notice = page.getByRole('alert');
  await notice.getByText('The form could not be loaded.').waitFor();
  expect(await dialogOf(page).count()).toBe(0);

  await page.unroute(form);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await passStep1(dialogOf(page), 'quinn@example.com');
});

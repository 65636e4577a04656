import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { failedToLoad } from './api.ts';
import { openDialog, passStep1 } from './dialog.ts';
import { test } from './test.ts';

const conflict = failedToLoad('the server responded with a status of 409 (Conflict)');

test('who is on the list already is told so, and may give another address', async ({
  page,
  visit,
  bookclub,
  expectComplaint,
}) => {
  await page.goto('/');
  await passStep1(await openDialog(page), 'dan@example.com');

  expectComplaint(conflict);
  const again = await visit();
  await again.goto('/about');
  const dialog = await openDialog(again);
  await dialog.getByLabel('Email').fill(' DAN@example.com');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expectAlreadyListed(again, dialog);

  await passStep1(dialog, 'dan.jones@example.com');
  await expect.poll(() => again.getByRole('alert').count()).toBe(0);
  expect(await bookclub.entries('dan@example.com')).toHaveLength(1);
});

test('of two tabs that join with the same address at once, one is told', async ({
  page,
  bookclub,
  expectComplaint,
}) => {
  expectComplaint(conflict);
  const tabs = [page, await page.context().newPage()];
  const dialogs = await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto('/');
      const dialog = await openDialog(tab);
      await dialog.getByLabel('Email').fill('eli@example.com');
      return dialog;
    }),
  );

  await Promise.all(dialogs.map((dialog) => dialog.getByRole('button', { name: 'Next' }).click()));

  const steps = await Promise.all(
    dialogs.map((dialog) =>
      Promise.race([
        dialog
          .getByText('Step 2 of 2')
          .waitFor()
          .then(() => 'moved on'),
        expectAlreadyListed(dialog.page(), dialog).then(() => 'told'),
      ]),
    ),
  );
  expect(steps.sort()).toEqual(['moved on', 'told']);
  expect(await bookclub.entries('eli@example.com')).toHaveLength(1);
});

async function expectAlreadyListed(page: Page, dialog: Locator) {
  const toast = page.getByRole('alert');
  await toast.getByText("You're already on the list", { exact: true }).waitFor();
  await toast
    .getByText('That email is already subscribed to the waitlist.', { exact: true })
    .waitFor();
  await dialog.getByText('Step 1 of 2').waitFor();
}

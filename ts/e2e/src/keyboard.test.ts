import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { dialogOf } from './dialog.ts';
import { test } from './test.ts';

test('everything works by keyboard alone', async ({ page, bookclub }) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Join Waitlist' });
  const dialog = dialogOf(page);
  const field = (label: string) => dialog.getByLabel(label);
  const button = (name: string) => dialog.getByRole('button', { name });

  // The dialog takes the focus in, does not let it out, and gives it back.
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await expectFocusIn(dialog);
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('Tab');
    await expectFocusIn(dialog);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expectFocus(opener);
  await page.keyboard.press(' ');
  await dialog.waitFor();

  // What is wrong with a field is where the focus goes.
  await tabTo(page, button('Next'));
  await page.keyboard.press('Enter');
  await expectFocus(field('Email'));
  await page.keyboard.type('pat@example.com');
  await tabTo(page, field('ZIP code'));
  await page.keyboard.type('803');
  await page.keyboard.press('Enter');
  await expectFocus(field('ZIP code'));
  await page.keyboard.type('02');
  await page.keyboard.press('Enter');

  // A new step says what it is, and is where one goes on from.
  await expectFocus(dialog.getByText('Step 2 of 2'));
  await tabTo(page, button('Back'));
  await page.keyboard.press('Enter');
  await expectFocus(dialog.getByText('Step 1 of 2'));
  await tabTo(page, button('Next'));
  await page.keyboard.press(' ');
  await expectFocus(dialog.getByText('Step 2 of 2'));

  await tabTo(page, button('Join Waitlist'));
  await page.keyboard.press('Enter');
  await expectFocus(field('Tell us about'));
  await page.keyboard.type('Meditations, on a long hike.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('From a friend');
  await tabTo(page, field('club captain'));
  await page.keyboard.press(' ');
  await tabTo(page, button('Join Waitlist'));
  await page.keyboard.press('Enter');

  await page.getByRole('status').getByText("You're on the list!").waitFor();
  await expectFocus(opener);
  expect(await bookclub.entries('pat@example.com')).toMatchObject([
    { zip_code: '80302', how_did_you_hear: 'From a friend', club_captain_interest: true },
  ]);
});

test('the first Tab offers a way past the header', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expectFocus(skip);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Join Waitlist' }), 1);
});

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator, atMost = 12) {
  for (let presses = 0; presses < atMost; presses++) {
    await page.keyboard.press('Tab');
    if (await hasFocus(target)) return;
  }
  throw new Error(`no Tab leads to ${target.toString()}`);
}

/** The focus gets there, and stays. */
async function expectFocus(target: Locator) {
  await expect
    .poll(() => hasFocus(target), { message: `focus of ${target.toString()}` })
    .toBe(true);
  // The form focuses what is wrong a second time, by a timer; nobody types as fast as that.
  await target.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await hasFocus(target)).toBe(true);
}

async function expectFocusIn(target: Locator) {
  expect(await target.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

import type { Locator, Page } from 'playwright-core';

/** Opens the dialog the way most visitors do. */
export async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  const dialog = dialogOf(page);
  await dialog.waitFor();
  return dialog;
}

export function dialogOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Join the Waitlist' });
}

/** Gets through step 1 with no more than it takes. */
export async function passStep1(dialog: Locator, email: string) {
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByText('Step 2 of 2').waitFor();
}

/** Answers what step 2 asks for, without sending it. */
export async function answer(dialog: Locator) {
  await dialog.getByLabel('Tell us about').fill('We talked about Meditations on a long hike.');
  await dialog.getByLabel('How did you hear').fill('From a friend');
}

export async function join(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Join Waitlist' }).click();
}

import { expect } from 'vitest';
import { dialogOf } from './dialog.ts';
import { test } from './test.ts';

test.for([
  ['the link in the header', '/', 'link', 'Join'],
  ['the button on the home page', '/', 'button', 'Join Waitlist'],
  ['the button on the about page', '/about', 'button', 'Join Waitlist'],
] as const)(
  '%s opens the dialog, and has the focus again when it is closed',
  async ([_, path, role, name], { page, bookclub }) => {
    await page.goto(path);
    const opener = page.getByRole(role, { name, exact: true });
    await opener.click();

    const dialog = dialogOf(page);
    await dialog.getByText('Step 1 of 2').waitFor();
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    expect(page.url()).toBe(bookclub.url + path);

    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((e) => e === document.activeElement)).toBe(true);
  },
);

test('a press that came before the script was ready is not lost', async ({ page, bookclub }) => {
  await page.goto('/about#join');
  await dialogOf(page).waitFor();
  expect(page.url()).toBe(`${bookclub.url}/about`);
});

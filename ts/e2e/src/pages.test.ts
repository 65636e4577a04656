import { join } from 'node:path';
import { expect } from 'vitest';
import { watch } from './browser.ts';
import { outputDir } from './environment.ts';
import { test } from './test.ts';

test.for([
  ['/', 'home', 'Good Life Book Club: book clubs for men'],
  ['/about', 'about', 'About | Good Life Book Club'],
] as const)('%s shows itself, and has its picture taken', async ([path, name, title], { page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  expect(await page.title()).toBe(title);

  await page.evaluate(() => document.fonts.ready);
  if (outputDir) await page.screenshot({ path: join(outputDir, `${name}.png`) });
});

test('an unknown path gets the 404 page, which logs it', async ({ bookclub, browser }) => {
  const page = await browser.newPage({ baseURL: bookclub.url });
  const complaints = watch(page, bookclub.url);

  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await page.getByText('Oops! Page not found').waitFor();
  await expect.poll(() => complaints).toContain('console.error: 404: no page at /no/such/page');

  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.getByRole('button', { name: 'Join Waitlist' }).waitFor();
  // Of the two, the first one is Chromium's own word on the status.
  expect(complaints).toHaveLength(2);
  await page.close();
});

test('without JavaScript all can be read, and joining says what it needs', async ({
  bookclub,
  browser,
}) => {
  const page = await browser.newPage({ baseURL: bookclub.url, javaScriptEnabled: false });
  await page.goto('/about');
  await page.getByRole('heading', { name: 'Your First Step' }).waitFor();

  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  const statement = page.locator(':target');
  expect(await statement.isVisible()).toBe(true);
  expect(await statement.textContent()).toContain('Joining the waitlist needs JavaScript.');
  await page.close();
});

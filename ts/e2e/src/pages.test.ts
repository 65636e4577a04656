import { expect } from 'vitest';
import { test } from './test.ts';

test.for([
  ['/', 'Good Life Book Club: book clubs for men'],
  ['/about', 'About | Good Life Book Club'],
  ['/leave', 'Leave the waitlist | Good Life Book Club'],
] as const)('%s is titled %s', async ([path, title], { page }) => {
  await page.goto(path);
  expect(await page.title()).toBe(title);
});

test('following links changes the page, its title and its address', async ({ bookclub, page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Learn More' }).click();
  await page.getByRole('heading', { name: 'Your First Step' }).waitFor();
  expect(page.url()).toBe(`${bookclub.url}/about`);
  await expect.poll(() => page.title()).toBe('About | Good Life Book Club');

  await page.getByRole('link', { name: 'Good Life Book Club' }).click();
  await page.getByRole('link', { name: 'Learn More' }).waitFor();
  expect(page.url()).toBe(`${bookclub.url}/`);
  await expect.poll(() => page.title()).toBe('Good Life Book Club: book clubs for men');
});

test('an unknown path gets the 404 page, which logs it', async ({ page, expectComplaint }) => {
  expectComplaint('console.error: 404: no page at /no/such/page');
  expectComplaint(
    'console.error: Failed to load resource: the server responded with a status of 404 (Not Found)',
  );

  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await page.getByText('Oops! Page not found', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.getByRole('button', { name: 'Join Waitlist' }).waitFor();
});

test('without JavaScript all can be read, and joining says what it needs', async ({ visit }) => {
  const page = await visit({ javaScriptEnabled: false });
  await page.goto('/about');
  await page.getByRole('heading', { name: 'Your First Step' }).waitFor();

  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  const statement = page.locator(':target');
  expect(await statement.isVisible()).toBe(true);
  expect(await statement.textContent()).toContain('Joining the waitlist needs JavaScript.');
});

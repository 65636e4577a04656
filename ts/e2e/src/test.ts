import type { Browser, Page } from 'playwright-core';
import { expect, test as base } from 'vitest';
import { startBookclub, type Bookclub } from './bookclub.ts';
import { launchBrowser, watch } from './browser.ts';

interface Fixtures {
  bookclub: Bookclub;
  browser: Browser;
  page: Page;
}

/** A test with the product running, and a page of which nothing may go wrong. */
export const test = base.extend<Fixtures>({
  bookclub: [
    // eslint-disable-next-line no-empty-pattern -- Vitest reads from the pattern what is needed.
    async ({}, use) => {
      const bookclub = await startBookclub();
      await use(bookclub);
      await bookclub.stop();
    },
    { scope: 'file' },
  ],
  browser: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  page: async ({ bookclub, browser }, use) => {
    const page = await browser.newPage({ baseURL: bookclub.url });
    const complaints = watch(page, bookclub.url);
    await use(page);
    await page.close();
    expect(complaints).toEqual([]);
  },
});

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import { expect, inject, test as base } from 'vitest';
import { entries, mails } from './bookclub.ts';
import { launchBrowser, watch } from './browser.ts';
import { remember } from './privacy.ts';

interface Fixtures {
  /** The product, which all tests share. */
  bookclub: {
    url: string;
    entries: (email: string) => Promise<Record<string, unknown>[]>;
    mails: (email: string) => Promise<Email[]>;
    /** Is told of the body of each call, of which no log may hold anything. */
    sent: (body: string | null) => void;
  };
  browser: Browser;
  /** Announces a complaint that the test provokes; any other one, or its absence, is a failure. */
  expectComplaint: (complaint: string) => void;
  /** Lets a visitor come, in a browser of his own; in all his tabs nothing may go wrong. */
  visit: (options?: BrowserContextOptions) => Promise<Page>;
  /** The page of the one visitor that most tests need. */
  page: Page;
}

/** A test with the product running, and pages of which nothing may go wrong. */
export const test = base.extend<Fixtures & { complaints: Complaints }>({
  bookclub: [
    // eslint-disable-next-line no-empty-pattern -- Vitest reads from the pattern what is needed.
    async ({}, use) => {
      const { url, dataDir } = inject('bookclub');
      await use({
        url,
        entries: (email) => entries(dataDir, email),
        mails: (email) => mails(dataDir, email),
        sent: (body) => remember(dataDir, body),
      });
    },
    { scope: 'worker' },
  ],
  browser: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const browser = await launchBrowser(inject('chromium'));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  // eslint-disable-next-line no-empty-pattern
  complaints: async ({}, use) => {
    await use({ expected: [], heard: [] });
  },
  expectComplaint: async ({ complaints }, use) => {
    await use((complaint) => complaints.expected.push(complaint));
  },
  visit: async ({ bookclub, browser, complaints }, use) => {
    const visitors: BrowserContext[] = [];
    await use(async (options) => {
      const visitor = await browser.newContext({ baseURL: bookclub.url, ...options });
      visitors.push(visitor);
      await watch(visitor, bookclub.url, (complaint) => complaints.heard.push(complaint));
      visitor.on('request', (request) => bookclub.sent(request.postData()));
      return visitor.newPage();
    });
    // What the pages said before they were closed has been heard once they are.
    await Promise.all(visitors.map((visitor) => visitor.close()));
    expect(complaints.heard.sort()).toEqual(complaints.expected.sort());
  },
  page: async ({ visit }, use) => {
    await use(await visit());
  },
});

interface Complaints {
  expected: string[];
  heard: string[];
}

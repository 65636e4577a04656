import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { failedToLoad } from './api.ts';
import { answer, join, openDialog, passStep1 } from './dialog.ts';

/** Something that a visitor gets to see. */
interface View {
  name: string;
  /** Gets there, from anywhere. */
  show: (page: Page) => Promise<unknown>;
  /** Whether it is a whole page, which one scrolls, or lies over one. */
  isPage?: boolean;
  complaints?: string[];
}

/** All that a visitor gets to see. */
export const views: View[] = [
  { name: 'home', isPage: true, show: (page) => page.goto('/') },
  { name: 'about', isPage: true, show: (page) => page.goto('/about') },
  { name: 'leave', isPage: true, show: (page) => page.goto('/leave?token=some') },
  { name: 'leave-without-link', isPage: true, show: (page) => page.goto('/leave') },
  {
    // Of the whole page, with all answers open, Chromium cannot take a picture.
    name: 'docs',
    async show(page) {
      await page.goto('/api/docs');
      await page.evaluate(() => {
        for (const answer of document.querySelectorAll('details')) answer.open = true;
      });
    },
  },
  {
    name: 'not-found',
    isPage: true,
    show: (page) => page.goto('/no/such/page'),
    complaints: [
      failedToLoad('the server responded with a status of 404 (Not Found)'),
      'console.error: 404: no page at /no/such/page',
    ],
  },
  { name: 'step-1', show: showStep1 },
  {
    name: 'step-1-with-errors',
    async show(page) {
      const dialog = await showStep1(page);
      await dialog.getByLabel('ZIP code').fill('803');
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByText('Please enter a valid 5-digit ZIP code').waitFor();
    },
  },
  { name: 'step-2', show: showStep2 },
  {
    name: 'step-2-with-errors',
    async show(page) {
      const dialog = await showStep2(page);
      await join(dialog);
      await dialog.getByText('Required.').first().waitFor();
    },
  },
  {
    name: 'success',
    async show(page) {
      const dialog = await showStep2(page);
      await answer(dialog);
      await join(dialog);
      await keepToast(page);
    },
  },
  {
    name: 'failure',
    async show(page) {
      const dialog = await showStep1(page);
      await dialog.getByLabel('Email').fill('ray@example.com');
      await page.context().setOffline(true);
      await dialog.getByRole('button', { name: 'Next' }).click();
      await keepToast(page);
      await page.context().setOffline(false);
    },
    complaints: [failedToLoad('net::ERR_INTERNET_DISCONNECTED')],
  },
];

async function showStep1(page: Page) {
  await page.goto('/');
  return openDialog(page);
}

async function showStep2(page: Page) {
  const dialog = await showStep1(page);
  await passStep1(dialog, `${randomUUID()}@example.com`);
  return dialog;
}

/** A toast stays for as long as it holds the focus. */
async function keepToast(page: Page) {
  await page.getByRole('button', { name: 'Dismiss' }).focus();
}

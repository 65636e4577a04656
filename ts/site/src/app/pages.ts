import type { ComponentType } from 'react';
import { AboutPage } from '../pages/about/AboutPage.tsx';
import { HomePage } from '../pages/home/HomePage.tsx';
import { LeavePage } from '../pages/leave/LeavePage.tsx';
import { NotFoundPage } from '../pages/not-found/NotFoundPage.tsx';
import { product } from '../product.ts';

export interface PageDefinition {
  component: ComponentType;
  title: string;
  description: string;
  /** Whether search engines should list it. */
  indexed: boolean;
}

export const pages: Record<string, PageDefinition> = {
  '/': {
    component: HomePage,
    title: `${product}: book clubs for men`,
    description:
      'Book clubs for men on wisdom and the good life. Six men, one book every six weeks, and a dinner that everyone hosts in turn.',
    indexed: true,
  },
  '/about': {
    component: AboutPage,
    title: `About | ${product}`,
    description:
      'Why the clubs exist, what to expect, what is asked of you, and how to take the first step. Pilot clubs run in Denver and Boulder.',
    indexed: true,
  },
  '/leave': {
    component: LeavePage,
    title: `Leave the waitlist | ${product}`,
    description: 'Take your name off the waitlist and have what you told us erased.',
    indexed: false,
  },
};

export const notFoundPage: PageDefinition = {
  component: NotFoundPage,
  title: `Page not found | ${product}`,
  description: 'There is no page at this address.',
  indexed: false,
};

export function pageAt(path: string): PageDefinition {
  return pages[path] ?? notFoundPage;
}

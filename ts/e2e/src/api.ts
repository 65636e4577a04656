import type { Page, Route } from 'playwright-core';

/* The calls that the page makes, as patterns to get between them and the server. */
export const insert = '**/api/v1/waitlist';
export const update = '**/api/v1/waitlist/*-*';
export const sendEmail = '**/api/v1/functions/send-waitlist-email';

/** Writes down each call that the page makes from now on. */
export function calls(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    made.push(`${request.method()} ${pathname.replace(/[\da-f-]{36}$/, '{id}')}`);
  });
  return made;
}

/** Takes hold of the next such call, which then waits for what is done with it. */
export function hold(page: Page, call: string): Promise<Route> {
  return new Promise((resolve, reject) => {
    page.route(call, resolve, { times: 1 }).catch(reject);
  });
}

/** Answers the next such call in place of the server, which does not hear of it. */
export async function refuse(page: Page, call: string, status: number, detail: string) {
  await page.route(
    call,
    (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', title: 'Refused', status, code: 'x', detail }),
      }),
    { times: 1 },
  );
}

/** Lets the next such call reach the server, but not its answer the page. */
export async function loseAnswer(page: Page, call: string) {
  await page.route(
    call,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

/** What Chromium says of a call that failed. */
export function failedToLoad(reason: string): string {
  return `console.error: Failed to load resource: ${reason}`;
}

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './test.ts';

test('each call of the contract is on the page, with all of its answers', async ({
  page,
  bookclub,
}) => {
  const contract = (await (await fetch(`${bookclub.url}/api/openapi.json`)).json()) as Contract;
  const expected = Object.entries(contract.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, responses }]) => ({
      method: method.toUpperCase(),
      path,
      answers: Object.keys(responses).sort(),
      operationId,
    })),
  );
  expect(expected).not.toEqual([]);

  await page.goto('/api/docs');
  expect(await page.locator('article', { hasText: 'Operation ID' }).count()).toBe(expected.length);
  for (const { method, path, answers, operationId } of expected) {
    const call = page.locator(`#${operationId}`);
    const facts = (await call.getByRole('listitem').allInnerTexts()).map((text) =>
      text.replace(/\s+/g, ' '),
    );
    expect(facts).toEqual(expect.arrayContaining([`Method: ${method}`, `Path: ${path}`]));
    const summaries = await call.locator('summary').allInnerTexts();
    expect(summaries.map((text) => /^Status: (\d+) ./.exec(text)?.[1])).toEqual(answers);
    expect(summaries.join()).not.toContain('`');
  }
});

test('it says which contract and which program it is', async ({ page, bookclub }) => {
  const contract = (await (await fetch(`${bookclub.url}/api/openapi.json`)).json()) as Contract;
  await page.goto('/api/docs');
  const versions = page.getByText(
    `Version ${contract.info.version}, served by bookclub development.`,
  );
  expect(await versions.isVisible()).toBe(true);
});

test('the curl commands, copied from the page and sent as they are, do what it says', async ({
  visit,
  bookclub,
}) => {
  const page = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/api/docs');
  const examples: string[] = [];
  for (const figure of await page.getByRole('figure', { name: 'curl' }).all()) {
    await figure.getByRole('button', { name: 'Copy' }).click();
    await figure.getByRole('button', { name: 'Copied' }).waitFor();
    examples.push(await page.evaluate(() => navigator.clipboard.readText()));
  }

  // What a reader has to put in: an address that is not on the list yet, and the id he was given.
  const email = `${randomUUID()}@example.com`;
  let id = '';
  const statuses: Record<string, number> = {};
  for (const example of examples) {
    const own = example.replace('sam@example.com', email).replace(/^id='.*?'/m, `id='${id}'`);
    const { url, ...request } = parseCurl(own);
    bookclub.sent(request.body);
    const response = await fetch(url, request);
    if (response.status === 201) ({ id } = (await response.json()) as { id: string });
    const call = `${request.method} ${new URL(url).pathname.replace(id || ' ', '{id}')}`;
    statuses[call] = response.status;
  }

  expect(statuses).toEqual({
    'POST /api/v1/waitlist': 201,
    'PATCH /api/v1/waitlist/{id}': 204,
    'POST /api/v1/waitlist/leave': 204,
    'POST /api/v1/functions/send-waitlist-email': 202,
    'GET /healthz': 200,
    'GET /readyz': 200,
    'GET /api/openapi.json': 200,
    'GET /api/openapi.yaml': 200,
  });
  expect(await bookclub.entries(email)).toMatchObject([
    { name: 'Sam Rivers', how_did_you_hear: 'From a friend', club_captain_interest: true },
  ]);
  await expect.poll(() => bookclub.mails(email)).toHaveLength(1);
});

test('a link leads to its call, on a phone and without JavaScript', async ({ visit }) => {
  const page = await visit({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });
  await page.goto('/api/docs');
  await page.getByRole('navigation').getByRole('link', { name: 'Leave the waitlist' }).click();
  const call = page.locator('article:target');
  expect(await call.getByRole('heading', { level: 3 }).innerText()).toBe('Leave the waitlist');

  await call.locator('summary', { hasText: 'Too many changes' }).click();
  const answer = call.locator('details[open]');
  expect(await answer.getByText('Retry-After').isVisible()).toBe(true);
  expect(await answer.getByText('"code": "rate_limited"').isVisible()).toBe(true);
});

test('it looks like the rest of the site', async ({ page }) => {
  await page.goto('/about');
  const expected = await look(page);
  expect(expected.fonts).toEqual(['Libre Franklin', 'Young Serif']);

  await page.goto('/api/docs');
  expect(await look(page)).toEqual(expected);
});

/** The colours and the font of a page's text, and the font files that it has loaded. */
function look(page: Page) {
  return page.evaluate(async () => {
    const fonts = await document.fonts.ready;
    const { color, backgroundColor, fontFamily } = getComputedStyle(document.body);
    const loaded = [...fonts].filter(({ status }) => status === 'loaded');
    return {
      color,
      backgroundColor,
      fontFamily,
      fonts: loaded
        .map(({ family }) => family)
        .filter((name) => !name.endsWith('Fallback'))
        .sort(),
    };
  });
}

interface Contract {
  info: { version: string };
  paths: Record<string, Record<string, { operationId: string; responses: object }>>;
}

interface Request {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * Reads an example as the shell and curl do: variables, then one command. There is no curl where
 * the tests run. What it does not know, it refuses.
 */
function parseCurl(example: string): Request {
  const variables = new Map<string, string>();
  const command = example.replace(/^(\w+)='([^']*)'\n/gm, (_line, name: string, value: string) => {
    variables.set(name, value);
    return '';
  });
  const [program, url, ...options] = shellWords(command, variables);
  if (program !== 'curl' || !url) throw new Error(`not a curl command: ${command}`);

  const request: Request = { url, method: 'GET', headers: {}, body: null };
  let method: string | undefined;
  for (let i = 0; i < options.length; i += 2) {
    const [option, value = ''] = options.slice(i);
    if (option === '--request') method = value;
    else if (option === '--data') request.body = value;
    else if (option === '--header') {
      const [name = '', ...rest] = value.split(': ');
      request.headers[name] = rest.join(': ');
    } else throw new Error(`unknown to this test: ${option}`);
  }
  return { ...request, method: method ?? (request.body === null ? 'GET' : 'POST') };
}

/** The words of a command in a POSIX shell, as far as the examples use its language. */
function shellWords(command: string, variables: Map<string, string>): string[] {
  const words: string[] = [];
  let rest = command.trim();
  while (rest) {
    const found = /^(?:'([^']*)'|"([^"]*)"|([\w-]+))(?:\s*\\\n\s*|\s+|$)/.exec(rest);
    if (!found) throw new Error(`unknown to this test: ${rest}`);
    const [all, single, double, bare] = found;
    const expanded = double?.replace(/\$(\w+)/g, (_all, name: string) => {
      const value = variables.get(name);
      if (value === undefined) throw new Error(`${name} is not set`);
      return value;
    });
    words.push(single ?? expanded ?? bare ?? '');
    rest = rest.slice(all.length);
  }
  return words;
}

import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from './test.ts';

// What takes its time takes it together.
describe.concurrent('the headline', () => {
  test('types its words letter by letter', async ({ visit, expect }) => {
    const page = await visit();
    await recordHeadline(page);
    await page.goto('/');
    const seen = await recordedUntil(page, 'the good life');
    expect(seen.slice(seen.indexOf('')).join('|')).toBe(
      '|t|th|the|the |the g|the go|the goo|the good|the good |the good l|the good li|the good lif|the good life',
    );
  });

  test('shows whole words to those who asked for less motion', async ({ visit, expect }) => {
    const page = await visit({ reducedMotion: 'reduce' });
    await recordHeadline(page);
    await page.goto('/');
    const seen = await recordedUntil(page, 'morality');
    expect(seen).toEqual(['wisdom', 'the good life', 'morality']);
  });
});

/** Writes down what the headline's word shows, change by change, from before the page is loaded. */
async function recordHeadline(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded: string[] = [];
    Object.assign(window, { recorded });
    new MutationObserver(() => {
      const text = document.querySelector('[data-testid=typed]')?.textContent;
      if (text !== undefined && text !== recorded.at(-1)) recorded.push(text);
    }).observe(document, { characterData: true, childList: true, subtree: true });
  });
}

/** What is recorded once it ends with this text. */
async function recordedUntil(page: Page, last: string): Promise<string[]> {
  const recorded = await page.waitForFunction((last) => {
    const { recorded } = window as unknown as { recorded: string[] };
    return recorded.includes(last) && recorded.slice(0, recorded.indexOf(last) + 1);
  }, last);
  return (await recorded.jsonValue()) as string[];
}

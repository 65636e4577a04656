import type { Locator } from 'playwright-core';
import { describe } from 'vitest';
import { layoutShifts } from './layout.ts';
import { test } from './test.ts';

// What takes its time takes it together.
describe.concurrent('the headline', () => {
  test('types its words letter by letter', async ({ page, expect }) => {
    await page.goto('/');
    const seen = await changesUntil(page.getByTestId('typed'), 'the good life');
    expect(seen.slice(seen.indexOf('')).join('|')).toBe(
      '|t|th|the|the |the g|the go|the goo|the good|the good |the good l|the good li|the good lif|the good life',
    );
  });

  test('shows whole words to those who asked for less motion', async ({ visit, expect }) => {
    const page = await visit({ reducedMotion: 'reduce' });
    await page.goto('/');
    const seen = await changesUntil(page.getByTestId('typed'), 'morality');
    expect(seen).toEqual(['the good life', 'morality']);
  });

  test.for([360, 600, 768, 1440])(
    'moves nothing around it with any of its words, %i pixels wide',
    async (width, { visit, expect }) => {
      const page = await visit({ viewport: { width, height: 800 } });
      // All seven words, in a fifth of the time.
      await page.addInitScript(() => {
        const later = window.setTimeout.bind(window);
        Object.assign(window, {
          setTimeout: (run: () => void, delay = 0) => later(run, delay / 5),
        });
      });
      await page.goto('/');
      await page.evaluate(() => document.fonts.ready);
      const arrival = await page.evaluate(() => performance.now());
      await changesUntil(page.getByTestId('typed'), 'world religions');
      expect(await layoutShifts(page, arrival)).toEqual([]);
    },
  );
});

/** What an element shows, change by change, until it shows this text. */
function changesUntil(element: Locator, last: string): Promise<string[]> {
  return element.evaluate(
    (element, last) =>
      new Promise((resolve) => {
        const seen: string[] = [];
        new MutationObserver(() => {
          seen.push(element.textContent);
          if (element.textContent === last) resolve(seen);
        }).observe(element, { characterData: true, childList: true, subtree: true });
      }),
    last,
  );
}

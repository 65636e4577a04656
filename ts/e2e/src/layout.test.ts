import type { Page } from 'playwright-core';
import { hold } from './api.ts';
import { test } from './test.ts';

interface LatePage {
  path: string;
  /** Lets the script in, and returns once the page is what it makes of it. */
  takeOver?: (page: Page) => Promise<unknown>;
}

const pages: LatePage[] = [
  {
    path: '/',
    // All seven words of the headline.
    takeOver: (page) =>
      page.waitForFunction(
        () => document.querySelector('[data-testid=typed]')?.textContent === 'world religions',
      ),
  },
  // It fetches the dialog ahead.
  { path: '/about', takeOver: (page) => page.waitForRequest('**/assets/WaitlistDialog-*.js') },
  { path: '/api/docs' },
];

test.concurrent.for(
  pages.flatMap((page) => [360, 600, 768, 1440].map((width) => ({ ...page, width }))),
)(
  'fonts and scripts that come late move nothing on $path, $width pixels wide',
  async ({ path, takeOver, width }, { visit, expect }) => {
    const page = await visit({ viewport: { width, height: 800 } });
    await hurry(page);
    await page.route('**/*.woff2', async (route) => {
      const response = await route.fetch();
      // Once the page has been drawn without them.
      await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint').length,
      );
      await route.fulfill({ response });
    });
    const script = takeOver && hold(page, '**/assets/index-*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())));
    await page.evaluate(() => {
      document.fonts.addEventListener('loading', () => performance.mark('fonts are loaded again'));
    });

    const takenOver = takeOver?.(page);
    await (await script)?.continue();
    await takenOver;
    expect(await layoutShifts(page)).toEqual([]);
    expect(await page.evaluate(() => performance.getEntriesByType('mark'))).toEqual([]);
  },
);

/** Makes timers ten times as fast as they are. */
function hurry(page: Page) {
  return page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, delay = 0) => later(run, delay / 10),
    });
  });
}

/** What has moved on a page by itself, as the browser counts it. */
function layoutShifts(page: Page): Promise<PerformanceEntry[]> {
  return page.evaluate(
    () =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const shifts: PerformanceEntry[] = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
          type: 'layout-shift',
          buffered: true,
        });
        // What the frame at hand moves is told after the next one has begun.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts))));
      }),
  );
}

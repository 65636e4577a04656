import { hold } from './api.ts';
import { layoutShifts } from './layout.ts';
import { test } from './test.ts';

test.concurrent.for(
  ['/', '/about'].flatMap((path) => [360, 600, 768, 1440].map((width) => ({ path, width }))),
)(
  'nothing moves when the script takes over $path, $width pixels wide',
  async ({ path, width }, { visit, expect }) => {
    const page = await visit({ viewport: { width, height: 800 } });
    const script = hold(page, '**/assets/index-*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())));
    const beforeScript = await page.evaluate(() => {
      document.fonts.addEventListener('loading', () => performance.mark('fonts are loaded again'));
      return performance.now();
    });

    // Once it has, it fetches the dialog ahead.
    const takenOver = page.waitForRequest('**/assets/WaitlistDialog-*.js');
    await (await script).continue();
    await takenOver;
    expect(await layoutShifts(page, beforeScript)).toEqual([]);
    expect(await page.evaluate(() => performance.getEntriesByType('mark'))).toEqual([]);
  },
);

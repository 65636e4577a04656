import { layoutShifts } from './layout.ts';
import { test } from './test.ts';

test.concurrent.for(
  ['/', '/about', '/api/docs'].flatMap((path) =>
    [360, 600, 768, 1440].map((width) => ({ path, width })),
  ),
)(
  'fonts that come late move nothing on $path, $width pixels wide',
  async ({ path, width }, { visit, expect }) => {
    const page = await visit({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    await page.route('**/*.woff2', async (route) => {
      const response = await route.fetch();
      // Once the page has been drawn without them.
      await page.waitForFunction(
        () => performance.getEntriesByName('first-contentful-paint').length,
      );
      await route.fulfill({ response });
    });
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    expect(await layoutShifts(page)).toEqual([]);
  },
);

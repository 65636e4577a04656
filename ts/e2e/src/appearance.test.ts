import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { outputDir } from './environment.ts';
import { test } from './test.ts';
import { views } from './views.ts';

test.for(views)(
  '$name fits screens of every size',
  async ({ show, complaints = [] }, { visit, expectComplaint }) => {
    complaints.forEach(expectComplaint);
    const page = await visit({ reducedMotion: 'reduce' });
    await show(page);

    for (const [width, height] of [
      [320, 568],
      [360, 740],
      [640, 360],
      [768, 1024],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await scrollingSideways(page), `at ${width} x ${height}`).toEqual([]);
    }
  },
);

test.for(views)(
  '$name fits a laptop at 200 % zoom',
  async ({ show, complaints = [] }, { visit, expectComplaint }) => {
    complaints.forEach(expectComplaint);
    const page = await visit({
      viewport: { width: 640, height: 400 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    });
    await show(page);
    expect(await scrollingSideways(page)).toEqual([]);
  },
);

test.for(views)(
  '$name has its picture taken',
  async ({ name, show, isPage, complaints = [] }, { visit, expectComplaint }) => {
    complaints.forEach(expectComplaint);
    const page = await visit({ reducedMotion: 'reduce' });
    await show(page);

    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const path = join(outputDir, `screenshots/${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: isPage ?? false });
      }
    }
  },
);

test.for([
  ['home', '/'],
  ['about', '/about'],
] as const)('%s has its picture taken for the README', async ([name, path], { visit }) => {
  const page = await visit({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(path);
  await page.screenshot({ path: join(outputDir, `${name}.png`) });
});

/** What can be scrolled sideways, which nothing should. */
function scrollingSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
        const isScreen = element === document.scrollingElement;
        return (scrolls || isScreen) && element.scrollWidth > element.clientWidth;
      })
      .map((element) => `${element.tagName}.${element.className}: ${element.scrollWidth}`),
  );
}

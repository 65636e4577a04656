import { join } from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { outputDir } from './environment.ts';
import { test } from './test.ts';
import { views } from './views.ts';

interface Screen {
  width: number;
  height: number;
  /** What is done there, besides looking whether all fits. */
  axe?: boolean;
  picture?: boolean;
}

const screens: Screen[] = [
  { width: 320, height: 568, axe: true },
  { width: 360, height: 740, picture: true },
  { width: 640, height: 360 },
  // A laptop at 200 % zoom.
  { width: 640, height: 400 },
  { width: 768, height: 1024, picture: true },
  { width: 1440, height: 900, axe: true, picture: true },
  { width: 1920, height: 1080 },
];

const schemes = ['light', 'dark'] as const;

// To get to a view takes longer than to look at it, so all is done at one visit.
test.concurrent.for(views)(
  '$name fits screens of every size, gives axe nothing to find, and has its picture taken',
  async ({ name, show, isPage, complaints = [] }, { visit, expectComplaint, expect }) => {
    complaints.forEach(expectComplaint);
    const page = await visit({ reducedMotion: 'reduce' });
    await show(page);
    await page.evaluate(() => document.fonts.ready);
    // As the debugger does, this runs a script whatever the page's policy says.
    await page.evaluate(axe.source);

    for (const { width, height, axe, picture } of screens) {
      await page.setViewportSize({ width, height });
      expect.soft(await scrollingSideways(page), `at ${width} x ${height}`).toEqual([]);
      for (const colorScheme of axe || picture ? schemes : []) {
        await page.emulateMedia({ colorScheme });
        if (axe) {
          const found = await violations(page, colorScheme === 'dark');
          expect.soft(found, `${width} pixels wide, ${colorScheme}`).toEqual([]);
        }
        if (picture) {
          const path = join(outputDir, `screenshots/${name}-${width}-${colorScheme}.png`);
          await page.screenshot({ path, fullPage: isPage ?? false });
        }
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

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on a page into which it was loaded; of the colours alone, if all else was seen before. */
async function violations(page: Page, coloursAlone: boolean): Promise<string[]> {
  const options: RunOptions = {
    runOnly: coloursAlone ? ['color-contrast'] : rules,
    resultTypes: ['violations'],
  };
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

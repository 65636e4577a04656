import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './test.ts';
import { views } from './views.ts';

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

test.for(views)(
  'axe finds nothing wrong with $name, in both schemes, narrow and wide',
  async ({ show, complaints = [] }, { visit, expectComplaint }) => {
    complaints.forEach(expectComplaint);
    const page = await visit({ reducedMotion: 'reduce' });
    await show(page);
    await page.evaluate(() => document.fonts.ready);

    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), `${width} pixels, ${colorScheme}`).toEqual([]);
      }
    }
  },
);

async function violations(page: Page): Promise<string[]> {
  // As the debugger does, this runs a script whatever the page's policy says.
  await page.evaluate(axe.source);
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

import type { Page } from 'playwright-core';

/** What has moved on a page by itself since a moment of its clock, as the browser counts it. */
export function layoutShifts(page: Page, since = 0): Promise<PerformanceEntry[]> {
  return page.evaluate(
    (since) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const shifts: PerformanceEntry[] = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
          type: 'layout-shift',
          buffered: true,
        });
        // What the frame at hand moves is told after the next one has begun.
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => resolve(shifts.filter(({ startTime }) => startTime >= since))),
          ),
        );
      }),
    since,
  );
}

import { expect } from 'vitest';
import { watch } from './browser.ts';
import { test } from './test.ts';

test('what is slipped into a page neither runs nor calls home, and the tests hear of it', async ({
  bookclub,
  browser,
}) => {
  const complaints: string[] = [];
  const visitor = await browser.newContext({ baseURL: bookclub.url });
  await watch(visitor, bookclub.url, (complaint) => complaints.push(complaint));
  const page = await visitor.newPage();
  await page.goto('/about');
  const title = await page.title();

  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "defaced"';
    const image = document.createElement('img');
    image.src = 'http://tracker.example/seen.gif';
    const text = document.createElement('div');
    text.innerHTML = '<b style="position: fixed; inset: 0">All yours</b>';
    document.body.append(script, image, text);
  });
  expect(await page.title()).toBe(title);
  expect(await page.getByText('All yours').evaluate((b) => getComputedStyle(b).position)).toBe(
    'static',
  );

  await visitor.close();
  expect(complaints).toEqual(
    expect.arrayContaining([
      'asked for http://tracker.example/seen.gif',
      'console.error: img-src forbids http://tracker.example/seen.gif',
      'console.error: script-src-elem forbids inline',
      'console.error: style-src-attr forbids inline',
    ]),
  );
});

import type { TestProject } from 'vitest/node';
import { startBookclub } from './bookclub.ts';
import { unpackBrowser } from './browser.ts';
import { leaked } from './privacy.ts';

declare module 'vitest' {
  interface ProvidedContext {
    bookclub: { url: string; dataDir: string };
    chromium: string;
  }
}

/**
 * Gets a browser ready and runs the product, for all tests. Once it has ended, none of its logs may
 * tell of a visitor.
 */
export default async function setup({ provide }: TestProject) {
  const [{ url, dataDir, stop }, chromium] = await Promise.all([startBookclub(), unpackBrowser()]);
  provide('bookclub', { url, dataDir });
  provide('chromium', chromium);
  return async () => {
    const found = leaked(dataDir, await stop());
    if (found.length > 0) throw new Error(`The logs hold what visitors sent: ${found.join(', ')}`);
  };
}

import { chromium as playwright, type Browser } from 'playwright-core';
import { scratchDir } from './environment.ts';

/**
 * Starts the Chromium that npm delivers. It brings its own system libraries and unpacks itself into
 * the test's own directory, so nothing of the machine is needed and nothing is shared.
 */
export async function launchBrowser(): Promise<Browser> {
  // The package decides both questions when it is loaded: where to unpack to, and whether to use
  // the system libraries it brings along, which it made for Amazon's functions.
  process.env['TMPDIR'] = scratchDir;
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');

  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
  });
}

import { chromium as playwright, type Browser, type Page } from 'playwright-core';
import { scratchDir } from './environment.ts';

/**
 * Starts the Chromium that npm delivers. It brings its own system libraries and unpacks itself into
 * the test's own directory, so nothing of the machine is needed and nothing is shared.
 */
export async function launchBrowser(): Promise<Browser> {
  // The package asks for both when it is loaded: where to unpack to, and whether to use the
  // libraries that it brings along, which are made for Amazon's functions.
  process.env.TMPDIR = scratchDir;
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');

  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'],
  });
}

/** Keeps what a page does that none of our pages may do. */
export function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(`console.${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('crash', () => complaints.push('the page crashed'));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`asked for ${request.url()}`);
  });
  return complaints;
}

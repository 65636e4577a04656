import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium as playwright, type Browser, type BrowserContext } from 'playwright-core';
import { scratchDir } from './environment.ts';

/**
 * Unpacks the Chromium that npm delivers, and returns where it is. It brings its own system
 * libraries, so nothing of the machine is needed; processes that are started later find them.
 */
export async function unpackBrowser(): Promise<string> {
  // The package asks for both when it is loaded: where to unpack to, and whether to use the
  // libraries that it brings along, which are made for Amazon's functions.
  process.env.TMPDIR = scratchDir;
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  // It also brings a font, for the text that is shown until a page's own ones are there, but looks
  // for it in a fixed place.
  process.env.FONTCONFIG_FILE = join(scratchDir, 'fonts.conf');
  await writeFile(process.env.FONTCONFIG_FILE, fontsIn(scratchDir));
  return chromium.executablePath();
}

/** Starts what unpackBrowser has unpacked. */
export function launchBrowser(executablePath: string, ...options: string[]): Promise<Browser> {
  return playwright.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // A visitor's page stays in the process of the empty one that it comes after.
      '--renderer-process-limit=1',
      '--font-render-hinting=none',
      ...options,
    ],
  });
}

function fontsIn(dir: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(dir, 'fonts')}</dir>
  <cachedir>${join(dir, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}

/** Passes on what a visitor's pages do that none of ours may do. */
export async function watch(
  visitor: BrowserContext,
  origin: string,
  complain: (complaint: string) => void,
) {
  visitor.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The stack of a logged error comes after the first line.
    complain(`console.${message.type()}: ${message.text().split('\n', 1)[0]}`);
  });
  visitor.on('weberror', (webError) => complain(`uncaught: ${webError.error().message}`));
  visitor.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complain(`asked for ${request.url()}`);
  });
  // The document hears of each violation, the console only of most.
  await visitor.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`${effectiveDirective} forbids ${blockedURI}`);
    });
  });
}

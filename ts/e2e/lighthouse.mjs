// Measures the real program with Lighthouse, as on a phone: lighthouse.mjs [--runs N] [DIR]
//
// Leaves a report of each run in DIR. Fails where a median is not what we promise.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { startBookclub } from './src/bookclub.ts';
import { launchBrowser, unpackBrowser } from './src/browser.ts';

const pages = { home: '/', about: '/about', docs: '/api/docs' };

/** What is measured, where a run's result has it, and what we promise. */
const figures = {
  performance: [({ categories }) => categories.performance.score * 100, (score) => score === 100],
  accessibility: [
    ({ categories }) => categories.accessibility.score * 100,
    (score) => score === 100,
  ],
  'best practices': [
    ({ categories }) => categories['best-practices'].score * 100,
    (score) => score === 100,
  ],
  SEO: [({ categories }) => categories.seo.score * 100, (score) => score === 100],
  CLS: [({ audits }) => audits['cumulative-layout-shift'].numericValue, (shift) => shift === 0],
  'TBT (ms)': [({ audits }) => audits['total-blocking-time'].numericValue, (time) => time < 50],
  'LCP (ms)': [({ audits }) => audits['largest-contentful-paint'].numericValue, () => true],
  bytes: [({ audits }) => audits['total-byte-weight'].numericValue, () => true],
};

const { values: options, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const dir = resolve(
  // Where the person is who called `bazel run`.
  process.env.BUILD_WORKING_DIRECTORY ?? '.',
  positionals[0] ?? 'lighthouse-report',
);
await mkdir(dir, { recursive: true });

const port = await freePort();
const bookclub = await startBookclub();
const browser = await launchBrowser(await unpackBrowser(), `--remote-debugging-port=${port}`);
const table = {};
try {
  for (const [page, path] of Object.entries(pages)) {
    const results = [];
    for (let run = 1; run <= Number(options.runs); run++) {
      results.push(await measure(bookclub.url + path, join(dir, `${page}-${run}`)));
    }
    table[path] = Object.fromEntries(
      Object.entries(figures).map(([name, [figure]]) => [name, median(results.map(figure))]),
    );
  }
} finally {
  await browser.close();
  await bookclub.stop();
}

console.table(table);
console.log(`Reports: ${dir}`);
for (const [path, medians] of Object.entries(table)) {
  for (const [name, [, isGood]] of Object.entries(figures)) {
    if (isGood(medians[name])) continue;
    console.error(`${path} breaks the promise: ${name} is ${medians[name]}`);
    process.exitCode = 1;
  }
}

async function measure(url, file) {
  const { lhr, report } = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: ['html', 'json'],
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  });
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  await writeFile(`${file}.html`, report[0]);
  await writeFile(`${file}.json`, report[1]);
  return lhr;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

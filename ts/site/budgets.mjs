// Weighs the built pages as they travel, in brotli: node budgets.mjs DIST
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

// In bytes, where a kilobyte has a thousand.
const budgets = { html: 12_000, scripts: 90_000, fonts: 60_000, 'font files': 2 };

// The pages share most scripts.
const scriptSizes = new Map();

const [dist] = process.argv.slice(2);
const pages = readdirSync(dist).filter((name) => name.endsWith('.html'));
if (pages.length === 0) throw new Error(`no pages in ${dist}`);

const table = Object.fromEntries(
  pages.map((name) => [name, weigh(readFileSync(join(dist, name)))]),
);
console.table(table);

for (const [page, weights] of Object.entries(table)) {
  for (const [what, budget] of Object.entries(budgets)) {
    if (weights[what] <= budget) continue;
    console.error(`${page}: ${what} ${weights[what]}, over the budget of ${budget}`);
    process.exitCode = 1;
  }
}

/** What a page needs before it can be used; its styles are part of the HTML. */
function weigh(html) {
  const scripts = initialScripts(html.toString());
  const fonts = new Set(html.toString().match(/\/assets\/[\w.-]+\.woff2/g));
  return {
    html: compressedSize(html),
    scripts: sum([...scripts].map(compressedScript)),
    fonts: sum([...fonts].map((path) => read(path).length)),
    'font files': fonts.size,
  };
}

/** The scripts that the HTML asks for, and what these import at once. */
function initialScripts(html) {
  const found = new Set();
  const add = (path) => {
    if (found.has(path)) return;
    found.add(path);
    const code = read(path).toString();
    // `import{a}from"./b.js"`, `export*from"./b.js"` and `import"./b.js"`, but not `import("./b.js")`.
    for (const [, file] of code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      add(`/assets/${file}`);
    }
  };
  for (const [tag] of html.matchAll(/<script\b[^>]*>|<link\b[^>]*\brel="modulepreload"[^>]*>/g)) {
    const path = /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1];
    if (path) add(path);
  }
  if (found.size === 0) throw new Error('a page without a script: the budget would weigh nothing');
  return found;
}

function read(path) {
  return readFileSync(join(dist, path));
}

function compressedScript(path) {
  if (!scriptSizes.has(path)) scriptSizes.set(path, compressedSize(read(path)));
  return scriptSizes.get(path);
}

function compressedSize(content) {
  return brotliCompressSync(content).length;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

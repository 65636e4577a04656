import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/*
 * What the tests and Lighthouse are given. Under Bazel they find their files below the runfiles;
 * by hand, what tools/env.sh sets is enough.
 */

const { JS_BINARY__RUNFILES, TEST_SRCDIR, TEST_UNDECLARED_OUTPUTS_DIR } = process.env;

const runfiles = TEST_SRCDIR ?? JS_BINARY__RUNFILES;

/** Where one may write, until the end. */
export const scratchDir = temporaryDir();

/** Where to put what people want to look at. */
export const outputDir = TEST_UNDECLARED_OUTPUTS_DIR ?? join(scratchDir, 'outputs');

/** The file or directory that a variable names. */
export function given(name: 'BOOKCLUB_BIN' | 'BOOKCLUB_POSTGRES_DIR'): string {
  const path = process.env[name];
  if (!path) throw new Error(`${name} is not set; . tools/env.sh sets it`);
  return runfiles ? resolve(runfiles, '_main', path) : resolve(path);
}

function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bookclub-e2e-'));
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

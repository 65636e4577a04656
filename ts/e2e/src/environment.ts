import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/*
 * What the tests are given. Under Bazel they find their files below the runfiles and write into the
 * test's own directories; by hand, `BOOKCLUB_BIN` and `BOOKCLUB_POSTGRES_DIR` are enough.
 */

const { TEST_SRCDIR, TEST_WORKSPACE, TEST_TMPDIR, TEST_UNDECLARED_OUTPUTS_DIR } = process.env;

/** Where a test may write. */
export const scratchDir = TEST_TMPDIR ?? mkdtempSync(join(tmpdir(), 'bookclub-e2e-'));

/** Where to put what people want to look at, if they do. */
export const outputDir = TEST_UNDECLARED_OUTPUTS_DIR;

/** The file or directory that a variable names. */
export function given(name: 'BOOKCLUB_BIN' | 'BOOKCLUB_POSTGRES_DIR'): string {
  const path = process.env[name];
  if (!path) throw new Error(`${name} is not set`);
  return TEST_SRCDIR && TEST_WORKSPACE ? resolve(TEST_SRCDIR, TEST_WORKSPACE, path) : resolve(path);
}

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the test may write. */
export const scratchDir = process.env['TEST_TMPDIR'] ?? mkdtempSync(join(tmpdir(), 'bookclub-'));

import { writeFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// Bazel runs shard_count of these at once, each with a product of its own, and wants to be told
// that they know of it.
const { TEST_SHARD_INDEX, TEST_SHARD_STATUS_FILE, TEST_TOTAL_SHARDS } = process.env;
if (TEST_SHARD_STATUS_FILE) writeFileSync(TEST_SHARD_STATUS_FILE, '');

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/product.ts',
    // One worker for all files, so that they share one product and one browser, which are work
    // enough at a time. Tests keep out of each other's way by what they type.
    fileParallelism: false,
    isolate: false,
    hookTimeout: 60_000,
    testTimeout: 60_000,
    ...(TEST_TOTAL_SHARDS && { shard: `${Number(TEST_SHARD_INDEX) + 1}/${TEST_TOTAL_SHARDS}` }),
    expect: { poll: { timeout: 20_000 } },
  },
});

import { defineConfig } from 'vitest/config';

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
    expect: { poll: { timeout: 20_000 } },
  },
});

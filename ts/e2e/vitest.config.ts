import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/product.ts',
    // Two workers, each with one browser for all of its files, share the product. Tests keep out of
    // each other's way by what they type.
    isolate: false,
    maxWorkers: 2,
    hookTimeout: 60_000,
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});

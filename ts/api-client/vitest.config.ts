import { defineConfig } from 'vitest/config';
import { coverage } from '../coverage.ts';

export default defineConfig({
  test: { coverage, environment: 'jsdom', include: ['src/**/*.test.ts'] },
});

import path from 'node:path';

const { COVERAGE_DIR: directory, COVERAGE_OUTPUT_FILE: file } = process.env;

/**
 * How Vitest measures coverage: `vitest run --coverage` prints a table, and `bazel coverage` gets LCOV with paths in the
 * workspace.
 */
export const coverage = {
  include: ['src/**/*.{ts,tsx}'],
  exclude: ['src/**/*.test.*', 'src/testing/**', 'src/generated/**'],
  ...(directory && file ? reportForBazel(directory, file) : { reporter: 'text' as const }),
};

function reportForBazel(directory: string, file: string) {
  const lcov: ['lcovonly', object] = [
    'lcovonly',
    { file: path.relative(directory, file), projectRoot: '../..' },
  ];
  return { enabled: true, reportsDirectory: directory, reporter: [lcov] };
}

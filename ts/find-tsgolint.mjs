// Loaded before Oxlint in its tests: it looks for its type checker in node_modules/.bin, which Bazel does not make.
import { createRequire } from 'node:module';

const oxlint = createRequire(import.meta.url);
const checker = createRequire(oxlint.resolve('oxlint-tsgolint/package.json'));
process.env.OXLINT_TSGOLINT_PATH = checker.resolve(
  `@oxlint-tsgolint/${process.platform}-${process.arch}/tsgolint`,
);

// Loaded before ESLint and Prettier in their tests.
process.on('exit', (code) => {
  if (code !== 0) {
    console.error('\nWhat a tool can mend is mended by: ./tools/bazel run //:fix');
  }
});

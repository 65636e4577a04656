// Mends in the workspace what ESLint and Prettier can mend: ./tools/bazel run //:fix
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ESLint } from 'eslint';
import * as prettier from 'prettier';

const workspace = path.join(process.env.BUILD_WORKSPACE_DIRECTORY, 'ts');

// ESLint looks at Bazel's copy, beside which the packages of its configuration are.
for (const { filePath, output } of await new ESLint({ fix: true }).lintFiles('.')) {
  if (output) await writeFile(path.join(workspace, path.relative('.', filePath)), output);
}

for await (const name of glob('**/*.*', { cwd: workspace, exclude: isInstalled })) {
  const file = path.join(workspace, name);
  const ignorePath = path.join(workspace, '.prettierignore');
  const { ignored, inferredParser } = await prettier.getFileInfo(file, { ignorePath });
  if (ignored || !inferredParser) continue;
  const text = await readFile(file, 'utf8');
  const formatted = await prettier.format(text, {
    ...(await prettier.resolveConfig(file)),
    filepath: file,
  });
  if (formatted !== text) await writeFile(file, formatted);
}

function isInstalled(name) {
  return path.basename(name) === 'node_modules';
}

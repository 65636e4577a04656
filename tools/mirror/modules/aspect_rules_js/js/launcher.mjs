// Runs a Node.js program on real copies of its declared inputs, in a tree of its own: launcher.mjs CONFIG [ARG...]
//
// Bazel's sandbox and runfiles are made of symlinks, which Node.js and its tools resolve, and so leave. The copies
// have nothing to resolve. node_modules folders are made of links to the installed packages.
import { spawn } from 'node:child_process';
import { chmodSync, constants, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const config = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const work = makeWorkFolder();
const tree = path.join(work, config.prefix);

for (const { from, to } of config.files) place(from, path.join(tree, to));
for (const { path: link, target } of config.links) {
  mkdirSync(path.dirname(path.join(tree, link)), { recursive: true });
  symlinkSync(target, path.join(tree, link));
}
const cwd = path.join(tree, config.chdir);
mkdirSync(cwd, { recursive: true });
for (const out of config.outs) mkdirSync(path.dirname(path.join(work, out)), { recursive: true });

const quiet = config.outs.length > 0 || config.stdout;
const child = spawn(process.execPath, [path.resolve(tree, config.entry), ...config.args, ...process.argv.slice(3)], {
  cwd,
  env: { ...process.env, ...config.env, JS_BINARY__RUNFILES: work },
  stdio: ['inherit', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
});
const stdout = collect(child.stdout);
const stderr = collect(child.stderr);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (code, signal) => {
  process.exitCode = code ?? 1;
  if (signal) console.error(`ended by ${signal}`);
  if (code === 0) deliver();
  else if (quiet) {
    process.stderr.write(Buffer.concat(stdout));
    process.stderr.write(Buffer.concat(stderr));
  }
  rmSync(work, { recursive: true, force: true });
});

// The same path in each sandboxed run, so that a tool that writes its own path down stays reproducible.
function makeWorkFolder() {
  const folder = path.join(process.env.TEST_TMPDIR ?? tmpdir(), `js-${config.name}`);
  try {
    mkdirSync(folder);
    return folder;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return mkdtempSync(`${folder}-`);
  }
}

function place(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  const found = statSync(from);
  if (found.isDirectory()) {
    // cpSync copies symlinks inside of a folder as symlinks, even when told to follow them.
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) place(path.join(from, name), path.join(to, name));
  } else {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
    chmodSync(to, found.mode | 0o200);
  }
}

function collect(stream) {
  const chunks = [];
  stream?.on('data', (chunk) => chunks.push(chunk));
  return chunks;
}

function deliver() {
  if (config.stdout) writeFileSync(config.stdout, Buffer.concat(stdout));
  for (const out of config.outs) {
    const made = path.join(work, out);
    if (!existsSync(made)) {
      console.error(`the program did not write ${out}`);
      process.exitCode = 1;
    } else {
      cpSync(made, out, { recursive: true });
    }
  }
}

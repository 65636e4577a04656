// Puts the site together: node prerender.mjs CLIENT SERVER DIST
//
// CLIENT and SERVER are what `vite build` and `vite build --ssr src/entry-server.tsx` wrote.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [client, server, dist] = process.argv.slice(2);
const template = 'index.html';
// What Vite says about the build is no part of the site.
const aboutBuild = '.vite';

rmSync(dist, { recursive: true, force: true });
copy(client, dist, [template, aboutBuild]);

const { renderSite } = await import(pathToFileURL(resolve(server, 'entry-server.js')));
for (const [name, content] of renderSite(readFileSync(join(client, template), 'utf8'))) {
  writeFileSync(join(dist, name), content);
}

/** Copies a folder, with files in place of the links that a build's sandbox is made of; cpSync keeps those. */
function copy(from, to, without = []) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((name) => !without.includes(name))) {
    const [source, target] = [join(from, name), join(to, name)];
    if (statSync(source).isDirectory()) copy(source, target);
    else copyFileSync(source, target);
  }
}

// Puts the site together: node prerender.mjs CLIENT SERVER DIST
//
// CLIENT and SERVER are what `vite build` and `vite build --ssr src/entry-server.tsx` wrote.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [client, server, dist] = process.argv.slice(2);
const template = 'index.html';
// What Vite says about the build is no part of the site.
const aboutBuild = '.vite';

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const entry of readdirSync(client).filter((name) => ![template, aboutBuild].includes(name))) {
  cpSync(join(client, entry), join(dist, entry), { recursive: true, dereference: true });
}

const { renderSite } = await import(pathToFileURL(resolve(server, 'entry-server.js')));
for (const [name, content] of renderSite(readFileSync(join(client, template), 'utf8'))) {
  writeFileSync(join(dist, name), content);
}

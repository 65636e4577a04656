import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vitest/config';
import { coverage } from '../coverage.ts';

/** Fills in, for `vite dev`, what the server fills in when it starts. */
const devPlaceholders: Plugin = {
  name: 'dev-placeholders',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace('{{client_key}}', 'bookclub-dev'),
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), devPlaceholders],
  build: {
    // Every asset is a file of its own, so that a strict content security policy needs no `data:`.
    assetsInlineLimit: 0,
    copyPublicDir: !isSsrBuild,
    emptyOutDir: true,
    // Says which packages are part of the build; it is an input of the release's SBOM.
    license: !isSsrBuild && { fileName: '.vite/licenses.json' },
    minify: isSsrBuild ? false : 'terser',
    // Every browser that understands the rest of the page has it.
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  // The server bundle carries its dependencies, so prerendering needs nothing beside it.
  ssr: { noExternal: true },
  server: {
    // In the build's sandbox, packages are outside of the folder that Vite takes for the root.
    fs: { strict: !process.env.VITEST },
    proxy: { '/api': 'http://127.0.0.1:8080' },
  },
  test: {
    coverage,
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    // Files share what they import, which halves the work. Each cleans up after itself: see setup.ts.
    isolate: false,
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 60_000,
    server: { deps: { inline: ['@bookclub/api-client'] } },
  },
}));

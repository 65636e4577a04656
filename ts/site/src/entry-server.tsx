import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app/App.tsx';
import { notFoundPage, pages, type PageDefinition } from './app/pages.ts';
import { fontFaces, fontFiles } from './design/fonts.ts';
import { dark, light } from './design/tokens.ts';
import { product } from './product.ts';

/**
 * The server replaces this by the public address of the site when it starts. Without such an
 * address it drops every line that holds it, so each use stands on a line of its own.
 */
const publicUrl = '{{public_url}}';

/** What is to be seen on `public/card.png`. */
const cardText = `${product}: a round table laid for six, with an open book in the middle`;

/** The text files of the site by name, made from the built `index.html`. */
export function renderSite(template: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [path, page] of Object.entries(pages)) {
    files.set(fileName(path), renderPage(template, path, page));
  }
  files.set('404.html', renderPage(template, '/404', notFoundPage));
  files.set('robots.txt', robots());
  files.set('sitemap.xml', sitemap());
  return files;
}

function fileName(path: string): string {
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

function renderPage(template: string, path: string, page: PageDefinition): string {
  const cache = createCache({ key: 'css' });
  const emotion = createEmotionServer(cache);
  const body = renderToString(
    <CacheProvider value={cache}>
      <StrictMode>
        <App path={path} />
      </StrictMode>
    </CacheProvider>,
  );
  const styles = emotion.constructStyleTagsFromChunks(emotion.extractCriticalToChunks(body));

  // Functions, because in a replacement text `$` would have a meaning of its own.
  return template
    .replace('<!--head-->', () => `${head(path, page)}\n    ${styles}`)
    .replace('<!--app-->', () => body);
}

function head(path: string, page: PageDefinition): string {
  const title = escape(page.title);
  const description = escape(page.description);
  const lines = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    `<meta name="theme-color" content="${light.paper}" media="(prefers-color-scheme: light)" />`,
    `<meta name="theme-color" content="${dark.paper}" media="(prefers-color-scheme: dark)" />`,
    ...fontFiles.map(
      (file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin />`,
    ),
    `<style>${fontFaces}</style>`,
  ];
  if (page.indexed) {
    lines.push(
      `<link rel="canonical" href="${publicUrl}${path}" />`,
      `<meta property="og:url" content="${publicUrl}${path}" />`,
      `<meta property="og:type" content="website" />`,
      `<meta property="og:site_name" content="${escape(product)}" />`,
      `<meta property="og:title" content="${title}" />`,
      `<meta property="og:description" content="${description}" />`,
      `<meta property="og:image" content="${publicUrl}/card.png" />`,
      `<meta property="og:image:width" content="1200" />`,
      `<meta property="og:image:height" content="630" />`,
      `<meta property="og:image:alt" content="${cardText}" />`,
      `<meta name="twitter:card" content="summary_large_image" />`,
      `<script type="application/ld+json">${organization()}</script>`,
    );
  } else {
    lines.push(`<meta name="robots" content="noindex" />`);
  }
  return lines.join('\n    ');
}

/** Who runs the site, for search engines; on one line, so it is kept or dropped as a whole. */
function organization(): string {
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: product,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/apple-touch-icon.png`,
  });
}

function robots(): string {
  return ['User-agent: *', 'Allow: /', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}

function sitemap(): string {
  const indexed = Object.keys(pages).filter((path) => pages[path]?.indexed);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...indexed.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

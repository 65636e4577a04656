// Makes the page of the API: node page.mjs CONTRACT REFERENCE SITE_PAGE DIST
//
// CONTRACT is the contract as JSON, REFERENCE what the page says, SITE_PAGE one of the site's built
// pages, whose look it takes; the page becomes DIST/api/docs.html. It is complete without its
// script, which only adds buttons.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escape } from './html.mjs';

const [contractFile, referenceFile, sitePageFile, dist] = process.argv.slice(2);
const { title } = JSON.parse(readFileSync(contractFile, 'utf8')).info;
const reference = readFileSync(referenceFile, 'utf8');
const sitePage = readFileSync(sitePageFile, 'utf8');
const styles = readFileSync(new URL('docs.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('copy-buttons.mjs', import.meta.url), 'utf8');

mkdirSync(join(dist, 'api'), { recursive: true });
writeFileSync(join(dist, 'api/docs.html'), page());

function page() {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escape(title)}</title>
    <meta name="description" content="Every call of the ${escape(title)}, with examples." />
    <link rel="canonical" href="{{public_url}}/api/docs" />
    ${siteLook()}
    <style>${styles}</style>
  </head>
  <body>
    <header>
      <a href="/"><img src="/favicon.svg" width="34" height="34" alt="" />Good Life Book Club</a>
    </header>
    <main>
      ${reference}
    </main>
    <script type="module">${script}</script>
  </body>
</html>
`;
}

/** What makes the site's pages look as they do: icons, fonts, and the styles that all of them have. */
function siteLook() {
  const styles = /<style(?: data-emotion="css-global [^"]*")?>.*?<\/style>/gs;
  const links = /<link rel="(?:icon|apple-touch-icon|preload)".*?>/g;
  const meta = /<meta name="(?:color-scheme|theme-color)".*?>/g;
  return [meta, links, styles].flatMap((pattern) => sitePage.match(pattern)).join('\n    ');
}

// Renders the page of the API: node render.mjs CONTRACT SITE_PAGE DIST
//
// CONTRACT is the contract as JSON without references, SITE_PAGE one of the site's built pages; the
// page becomes DIST/api/docs.html. Scalar writes the reference, as Markdown, because what it and
// Redoc make for browsers does not run under the content security policy. The page is complete
// without its script, which only adds buttons.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMarkdownFromOpenApi } from '@scalar/openapi-to-markdown';
import { Marked } from 'marked';
import { curl } from './curl.mjs';

const [contractFile, sitePageFile, dist] = process.argv.slice(2);
const contractJson = readFileSync(contractFile, 'utf8');
const contract = JSON.parse(contractJson);
const sitePage = readFileSync(sitePageFile, 'utf8');
const styles = readFileSync(new URL('docs.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('copy-buttons.mjs', import.meta.url), 'utf8');

const marked = new Marked({ renderer: { code } });
const operations = Object.values(contract.paths).flatMap(Object.values);

mkdirSync(join(dist, 'api'), { recursive: true });
writeFileSync(join(dist, 'api/docs.html'), await page());

async function page() {
  const { title, version, description } = contract.info;
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
      <h1>${escape(title)}</h1>
      <nav aria-label="Contents">
        ${contract.tags.map(tagLinks).join('')}
        <h2>Schemas</h2>
        <ul><li><a href="#Problem">Problem</a></li></ul>
      </nav>
      <div class="reference">
        <p>
          Version ${escape(version)}, served by bookclub {{version}}. In OpenAPI:
          <a href="/api/openapi.yaml">YAML</a>, <a href="/api/openapi.json">JSON</a>.
        </p>
        ${marked.parse(description)}
        ${securitySchemes()}
        ${await reference()}
      </div>
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

function tagLinks({ name }) {
  const links = operations
    .filter(({ tags }) => tags.includes(name))
    .map(({ operationId, summary }) => `<li><a href="#${operationId}">${escape(summary)}</a></li>`);
  return `<h2>${escape(capitalized(name))}</h2><ul>${links.join('')}</ul>`;
}

function securitySchemes() {
  return Object.values(contract.components.securitySchemes)
    .map(({ name, description }) => marked.parse(`## The header \`${name}\`\n\n${description}`))
    .join('');
}

/** Each call, and the shape of errors. */
async function reference() {
  const markdown = await createMarkdownFromOpenApi(contractForScalar());
  // Texts of fields and answers have become plain text in it; ours are Markdown.
  const written = markdown.slice(markdown.indexOf('## Operations')).replaceAll('\\`', '`');
  return parts(marked.lexer(written), 3).map(section).join('');
}

/** The contract with a command for each call, and without what the page says once for all of them. */
function contractForScalar() {
  const copy = JSON.parse(contractJson, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );
  delete copy.servers;
  for (const scheme of Object.values(copy.components.securitySchemes)) delete scheme.description;
  copy.components.schemas = { Problem: copy.components.schemas.Problem };
  for (const [path, methods] of Object.entries(copy.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operation.security ??= copy.security;
      operation.description += `\n\n~~~curl\n${curl({ method, path, operation })}\n~~~`;
      for (const { content } of Object.values(operation.responses)) {
        delete content?.['application/problem+json']?.schema;
      }
    }
  }
  delete copy.security;
  return copy;
}

/** Cuts a text before each heading of up to this depth. */
function parts(tokens, depth) {
  const cut = [[]];
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth <= depth) cut.push([]);
    cut.at(-1).push(token);
  }
  return cut.filter((part) => part.length > 0);
}

function section([heading, ...rest]) {
  if (heading.depth < 3) return marked.parser([heading, ...rest]);
  const operation = operations.find(({ summary }) => summary === heading.text);
  const id = operation?.operationId ?? heading.text;
  return `<article id="${id}" aria-labelledby="${id}-title">
    <h3 id="${id}-title"><a href="#${id}">${marked.parseInline(heading.text)}</a></h3>
    ${parts(rest, 5).map(answer).join('')}
  </article>`;
}

/** An answer folds; anything else stays as it is. */
function answer([heading, ...rest]) {
  if (!heading.text?.startsWith('Status: ')) return marked.parser([heading, ...rest]);
  return `<details>
    <summary>${marked.parser([heading])}</summary>
    ${marked.parser(rest)}
  </details>`;
}

/** Code blocks are marked's own but for the commands, which the script gives a button. */
function code({ lang, text }) {
  if (lang !== 'curl') return false;
  return `<figure><figcaption>curl</figcaption><pre class="curl">${escape(text)}</pre></figure>`;
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function escape(text) {
  return String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

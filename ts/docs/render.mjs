// Renders the page of the API: node render.mjs CONTRACT SITE_PAGE DIST
//
// CONTRACT is the contract as JSON without references, SITE_PAGE one of the site's built pages; the
// page becomes DIST/api/docs.html. It is complete without its script, which only adds buttons.
//
// Ours because neither Redoc nor Scalar runs under the strict content security policy as it is, and
// they send a phone 270 and 850 KB where this sends 6 KB and the site's fonts. What it cannot show
// of a schema stops the build.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import { curl, pathParameters } from './curl.mjs';

const [contractFile, sitePageFile, dist] = process.argv.slice(2);
const contract = JSON.parse(readFileSync(contractFile, 'utf8'));
const sitePage = readFileSync(sitePageFile, 'utf8');
const styles = readFileSync(new URL('docs.css', import.meta.url), 'utf8');
const script = readFileSync(new URL('copy-buttons.mjs', import.meta.url), 'utf8');

/** The keywords of schemas that the page shows, or whose sense its text at the top tells. */
const shown = new Set(
  `additionalProperties description enum format items maxLength maximum minLength minProperties
  minimum nullable pattern properties required type`.split(/\s+/),
);

mkdirSync(join(dist, 'api'), { recursive: true });
writeFileSync(join(dist, 'api/docs.html'), page());

function page() {
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
      <nav aria-label="Calls">${contract.tags.map(tagLinks).join('')}</nav>
      <div class="reference">
        <p>
          Version ${escape(version)}, served by bookclub {{version}}. In OpenAPI:
          <a href="/api/openapi.yaml">YAML</a>, <a href="/api/openapi.json">JSON</a>.
        </p>
        ${markdown(description)}
        ${securitySchemes()}
        ${problems()}
        ${contract.tags.map(tagSection).join('')}
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
  const links = callsOf(name).map(
    ({ operation }) =>
      `<li><a href="#${operation.operationId}">${escape(operation.summary)}</a></li>`,
  );
  return `<h2>${escape(capitalized(name))}</h2><ul>${links.join('')}</ul>`;
}

function securitySchemes() {
  return Object.values(contract.components.securitySchemes)
    .map(
      ({ name, description }) =>
        `<h2 id="key">The header <code>${escape(name)}</code></h2>${markdown(description)}`,
    )
    .join('');
}

/** The one shape of all errors, to which the answers refer. */
function problems() {
  const { description, ...schema } = contract.components.schemas.Problem;
  return `<h2 id="problem">Problems</h2>
    ${markdown(description)}
    <dl>${properties(schema)}</dl>`;
}

function tagSection({ name, description }) {
  return `<section>
    <h2>${escape(capitalized(name))}</h2>
    ${markdown(description)}
    ${callsOf(name).map(call).join('')}
  </section>`;
}

/** The operations of a tag, in the order of the contract. */
function callsOf(tag) {
  return Object.entries(contract.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({
        method,
        path,
        operation,
        needsKey: (operation.security ?? contract.security).length > 0,
      })),
  );
}

function call({ method, path, operation, needsKey }) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  return `<article id="${operationId}" aria-labelledby="${operationId}-title">
    <h3 id="${operationId}-title"><a href="#${operationId}">${escape(summary)}</a></h3>
    <p class="route"><code><b>${method.toUpperCase()}</b> ${breakable(path)}</code></p>
    ${markdown(description)}
    <p>${needsKey ? 'Needs the header <a href="#key"><code>apikey</code></a>.' : 'Needs no key.'}</p>
    ${pathParameters(operation)
      .map(({ name }) => `<p>Put your own <code>${escape(name)}</code> into the command.</p>`)
      .join('')}
    <figure>
      <figcaption>curl</figcaption>
      <pre class="curl" tabindex="0" aria-label="${escape(summary)}, with curl">
${escape(curl({ method, path, operation, needsKey }))}</pre>
    </figure>
    ${parameters.length > 0 ? `<h4>Parameters</h4><dl>${parameters.map(parameter).join('')}</dl>` : ''}
    ${requestBody ? body('Request body', requestBody.content) : ''}
    <h4>Answers</h4>
    ${Object.entries(responses).map(response).join('')}
  </article>`;
}

function parameter({ name, in: place, required, description, schema }) {
  return field(name, { ...schema, description }, required, `in the ${place}`);
}

function response([status, { description, headers = {}, content = {} }]) {
  const [code] = Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).flatMap(({ value }) => value.code ?? []),
  );
  const headerList = Object.entries(headers).map(([name, { description, required, schema }]) =>
    field(name, { ...schema, description }, required, 'header'),
  );
  return `<details>
    <summary><b>${status}</b> ${code ? `<code>${escape(code)}</code> ` : ''}${inline(description)}</summary>
    ${headerList.length > 0 ? `<dl>${headerList.join('')}</dl>` : ''}
    ${Object.keys(content).length > 0 ? body('Body', content) : '<p>No body.</p>'}
  </details>`;
}

function body(title, content) {
  return Object.entries(content)
    .map(
      ([mediaType, { schema, examples = {} }]) => `
      <p><b>${title}</b> <code>${escape(mediaType)}</code></p>
      ${mediaType === 'application/problem+json' ? '<p>A <a href="#problem">problem</a>.</p>' : fields(schema)}
      ${Object.values(examples).map(example).join('')}`,
    )
    .join('');
}

function fields(schema) {
  assertShown(schema);
  return `${schema.description ? markdown(schema.description) : ''}
    ${schema.minProperties ? `<p>Needs ${range(schema.minProperties, undefined, 'of these fields')}.</p>` : ''}
    ${schema.properties ? `<dl>${properties(schema)}</dl>` : ''}`;
}

function properties({ properties, required = [] }) {
  return Object.entries(properties)
    .map(([name, schema]) => field(name, schema, required.includes(name)))
    .join('');
}

function example({ summary = 'Example', value }) {
  return `<p>${escape(summary)}:</p>
    <pre tabindex="0" aria-label="${escape(summary)}">${escape(JSON.stringify(value, null, 2))}</pre>`;
}

function field(name, schema, required, place) {
  assertShown(schema);
  if (schema.items) assertShown(schema.items);
  const facts = [required ? 'required' : 'optional', place, ...rules(schema)].filter(Boolean);
  return `<dt><code>${escape(name)}</code> <span>${facts.join(', ')}</span></dt>
    <dd>
      ${schema.description ? markdown(schema.description) : ''}
      ${schema.pattern ? `<p>Pattern <code>${escape(schema.pattern)}</code></p>` : ''}
      ${schema.items?.properties ? `<dl>${properties(schema.items)}</dl>` : ''}
    </dd>`;
}

/** Stops the build at a keyword that readers would otherwise not hear of. */
function assertShown(schema) {
  const missing = Object.keys(schema).filter((keyword) => !shown.has(keyword));
  if (missing.length > 0) {
    throw new Error(`render.mjs does not show ${missing.join(', ')} of: ${JSON.stringify(schema)}`);
  }
}

/** The rules of a schema in words, but for its pattern. */
function rules({ type, format, nullable, minLength, maxLength, minimum, maximum, enum: values }) {
  return [
    nullable ? `${type} or null` : type,
    format,
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum),
    values && `one of ${values.map((value) => `<code>${escape(value)}</code>`).join(' ')}`,
  ];
}

function range(least, most, unit = '') {
  if (least === undefined && most === undefined) return undefined;
  if (least === most) return `exactly ${least} ${unit}`;
  if (most === undefined) return `at least ${least} ${unit}`;
  if (least === undefined) return `at most ${most} ${unit}`;
  return `${least} to ${most} ${unit}`;
}

function markdown(text) {
  return marked.parse(text);
}

function inline(text) {
  return marked.parseInline(text);
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A path that may be broken before each of its slashes. */
function breakable(path) {
  return escape(path).replaceAll('/', '<wbr />/');
}

function escape(text) {
  return String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

// Writes what the page of the API says: node reference.mjs CONTRACT OUT
//
// CONTRACT is the contract as JSON without references, OUT a piece of HTML. Scalar describes the
// calls, as Markdown, because what it and Redoc make for browsers does not run under the content
// security policy.
import { readFileSync, writeFileSync } from 'node:fs';
import { createMarkdownFromOpenApi } from '@scalar/openapi-to-markdown';
import { Marked } from 'marked';
import { curl } from './curl.mjs';
import { escape } from './html.mjs';

const [contractFile, out] = process.argv.slice(2);
const contractJson = readFileSync(contractFile, 'utf8');
const contract = JSON.parse(contractJson);

const marked = new Marked({ renderer: { code } });
const operations = Object.values(contract.paths).flatMap(Object.values);

writeFileSync(out, await reference());

async function reference() {
  const { title, version, description } = contract.info;
  return `
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
        ${await calls()}
      </div>
`;
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
async function calls() {
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

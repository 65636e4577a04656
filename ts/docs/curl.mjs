/**
 * Returns the curl command that sends an operation's first example, for a POSIX shell. The site's
 * address and what the path has to be given are set in lines of their own above it. The server
 * leaves the first of these out if it has not been told its address.
 */
export function curl({ method, path, operation }) {
  const variables = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, example }) => `${name}=${quote(example)}`);
  const url = `$site${path.replace(/\{(\w+)\}/g, '$$$1')}`;
  const body = operation.requestBody?.content['application/json'];

  const words = [`curl "${url}"`];
  if (method !== (body ? 'post' : 'get')) words.push(`--request ${method.toUpperCase()}`);
  if (operation.security.length > 0) words.push(`--header ${quote('apikey: {{client_key}}')}`);
  if (body) {
    const [{ value }] = Object.values(body.examples);
    words.push(`--header ${quote('Content-Type: application/json')}`);
    words.push(`--data ${quote(JSON.stringify(value, null, 2))}`);
  }
  return ["site='{{public_url}}'", ...variables, words.join(' \\\n  ')].join('\n');
}

/** Quotes a word for the shell. */
function quote(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

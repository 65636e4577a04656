// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { renderSite } from './entry-server.tsx';

const template =
  '<html><head><!--head--></head><body><div id="root"><!--app--></div></body></html>';
const site = renderSite(template);

function file(name: string): string {
  const content = site.get(name);
  if (content === undefined) throw new Error(`no ${name}`);
  return content;
}

it('makes these files', () => {
  expect([...site.keys()].sort()).toEqual([
    '404.html',
    'about.html',
    'index.html',
    'leave.html',
    'robots.txt',
    'sitemap.xml',
  ]);
});

it('makes the same files every time', () => {
  expect(renderSite(template)).toEqual(site);
});

describe.each([
  ['index.html', 'Good Life Book Club: book clubs for men', 'what it means to live a good life'],
  ['about.html', 'About | Good Life Book Club', 'Pilot clubs currently run in Denver/Boulder.'],
  ['leave.html', 'Leave the waitlist | Good Life Book Club', 'Your entry, with everything'],
  ['404.html', 'Page not found | Good Life Book Club', 'Oops! Page not found'],
])('%s', (name, title, text) => {
  const html = file(name);

  it('has its title, a description and its content', () => {
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,160}" \/>/);
    expect(html).toContain(text);
  });

  it('brings its styles along and preloads the fonts', () => {
    expect(html).toMatch(/<style data-emotion="css-global [^"]+">/);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html.match(/<link rel="preload" [^>]*as="font"/g)).toHaveLength(2);
    expect(html).toMatch(/<style>\s*@font-face/);
  });

  it('gives the browser the colour of the paper, light and dark', () => {
    expect(html).toContain('content="#f5f4ef" media="(prefers-color-scheme: light)"');
    expect(html).toContain('content="#101824" media="(prefers-color-scheme: dark)"');
  });

  it('says that joining needs JavaScript', () => {
    expect(html).toMatch(/<noscript>.*id="join".*Joining the waitlist needs JavaScript/s);
    expect(html).toContain('href="#join"');
  });

  it('has no inline styles or handlers, which the content security policy forbids', () => {
    expect(html).not.toMatch(/<[^>]* (style|on[a-z]+)="/);
  });
});

it('renders the first word of the headline', () => {
  expect(file('index.html')).toContain('>wisdom</span>');
});

describe('the public address', () => {
  it.each([
    ['index.html', 'rel="canonical" href="{{public_url}}/"'],
    ['index.html', 'property="og:url" content="{{public_url}}/"'],
    ['about.html', 'rel="canonical" href="{{public_url}}/about"'],
    ['about.html', 'property="og:url" content="{{public_url}}/about"'],
    ['index.html', 'property="og:image" content="{{public_url}}/card.png"'],
    ['sitemap.xml', '<loc>{{public_url}}/</loc>'],
    ['sitemap.xml', '<loc>{{public_url}}/about</loc>'],
    ['robots.txt', 'Sitemap: {{public_url}}/sitemap.xml'],
  ])('is left to the server in %s: %s', (name, use) => {
    expect(file(name)).toContain(use);
  });

  it('stands only on lines that the server can drop', () => {
    for (const line of [...site.values()].join('\n').split('\n')) {
      if (!line.includes('{{public_url}}')) continue;
      expect(line.trim()).toMatch(
        /^(<link [^<]*>|<meta [^<]*>|<script [^<]*<\/script>|<url>.*<\/url>|Sitemap: \S+)$/,
      );
    }
  });
});

it.each(['index.html', 'about.html'])('tells search engines in %s who runs the site', (name) => {
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*)<\/script>$/m.exec(file(name)) ?? [];
  expect(JSON.parse(json)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Good Life Book Club',
    url: '{{public_url}}/',
    logo: '{{public_url}}/apple-touch-icon.png',
  });
});

it.each(['leave.html', '404.html'])('keeps %s out of search engines', (name) => {
  expect(file(name)).toContain('<meta name="robots" content="noindex" />');
  expect(file(name)).not.toContain('canonical');
});

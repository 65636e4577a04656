import { chromium as pw } from 'playwright-core';
process.env['TMPDIR'] = '/tmp/e2etmp';
process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs22.x';
const { default: chromium } = await import('@sparticuz/chromium');
const executablePath = await chromium.executablePath();
const base = ['--no-sandbox', '--font-render-hinting=none'];
const id = (h: string) => h;
const A = [...base, '--no-zygote', '--disable-gpu'];
const nf = (h: string) => h.replaceAll('.woff2', '.woffx');
for (const [name, args, f, u] of [
  ['nf', A, nf, '/'],
  ['nf about', A, nf, '/about'],
  ['plain', A, id, '/'],
] as const) {
  const b = await pw.launch({ executablePath, args: [...args] });
  let n = 0;
  for (let i = 0; i < 12; i++) {
    const p = await b.newPage({ reducedMotion: 'reduce', viewport: { width: 1000, height: 900 } });
    await p.route('http://127.0.0.1:8099' + u, async (r) => {
      const res = await r.fetch();
      await r.fulfill({ response: res, body: f(await res.text()) });
    });
    try {
      await p.goto('http://127.0.0.1:8099' + u, { timeout: 8000 });
    } catch (e) {
      n++;
    }
    await p.close();
  }
  console.log(name, n, 'of 40');
  await b.close();
}

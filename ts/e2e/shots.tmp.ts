import { launchBrowser } from './src/browser.ts';
const b = await launchBrowser();
console.log(b.version());
for (const scheme of ['light', 'dark'] as const)
  for (const w of [360, 768, 1440]) {
    const ctx = await b.newContext({
      viewport: { width: w, height: w === 360 ? 740 : w === 768 ? 1024 : 900 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    const p = await ctx.newPage();
    p.on('console', (m) => {
      if (['error', 'warning'].includes(m.type())) console.log(scheme, w, m.type(), m.text());
    });
    p.on('pageerror', (e) => console.log('ERR', e.message));
    for (const [n, u] of [
      ['home', '/'],
      ['about', '/about'],
      ['leave', '/leave?token=aaaaaaaaaaaaaaaaaaaa.bbbbbbbb'],
      ['404', '/nope'],
    ] as const) {
      await p.goto('http://127.0.0.1:8099' + u);
      await p.waitForLoadState('networkidle');
      await p.screenshot({ path: `/tmp/shots/${n}-${w}-${scheme}.png`, fullPage: true });
    }
    await p.goto('http://127.0.0.1:8099/');
    await p.getByRole('button', { name: 'Join Waitlist' }).click();
    await p.getByRole('dialog').waitFor();
    await p.waitForTimeout(400);
    await p.screenshot({ path: `/tmp/shots/step1-${w}-${scheme}.png` });
    await p.getByRole('button', { name: 'Next' }).click();
    await p.waitForTimeout(200);
    await p.screenshot({ path: `/tmp/shots/step1err-${w}-${scheme}.png` });
    await p.getByLabel('Email').fill('dup@example.com');
    await p.getByRole('button', { name: 'Next' }).click();
    await p.getByRole('alert').waitFor();
    await p.waitForTimeout(400);
    await p.screenshot({ path: `/tmp/shots/step1dup-${w}-${scheme}.png` });
    await p.getByLabel('Email').fill('sam@example.com');
    await p.getByLabel('ZIP').fill('a80302999');
    await p.getByRole('button', { name: 'Next' }).click();
    await p.getByText('Step 2').waitFor();
    await p.waitForTimeout(200);
    await p.screenshot({ path: `/tmp/shots/step2-${w}-${scheme}.png` });
    await p.getByRole('button', { name: 'Join Waitlist' }).click();
    await p.waitForTimeout(200);
    await p.screenshot({ path: `/tmp/shots/step2err-${w}-${scheme}.png` });
    await p.getByLabel('Tell us').fill('Meditations');
    await p.getByLabel('How did').fill('A friend');
    await p.getByRole('button', { name: 'Join Waitlist' }).click();
    await p.getByRole('status').waitFor();
    await p.waitForTimeout(400);
    await p.screenshot({ path: `/tmp/shots/joined-${w}-${scheme}.png` });
    await ctx.close();
  }
await b.close();

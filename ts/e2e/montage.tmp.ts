import { launchBrowser } from './src/browser.ts';
import fs from 'node:fs';
const b = await launchBrowser();
const [out, h, ...files] = process.argv.slice(2);
const p = await b.newPage({ viewport: { width: 1900, height: Number(h) } });
await p.setContent(
  '<body style="margin:0;display:flex;gap:8px;background:#888;align-items:flex-start">' +
    files
      .map(
        (f) =>
          `<img style="height:${h}px" src="data:image/png;base64,${fs.readFileSync('/tmp/shots/' + f + '.png').toString('base64')}">`,
      )
      .join('') +
    '</body>',
);
await p.screenshot({ path: out! });
await b.close();

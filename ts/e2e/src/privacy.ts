import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes down the texts in the body of a call, for a look at the logs when all is over. */
export function remember(dataDir: string, body: string | null) {
  for (const value of Object.values(JSON.parse(body ?? '{}') as object)) {
    if (typeof value !== 'string' || !value.trim()) continue;
    appendFileSync(fileIn(dataDir), `${JSON.stringify(value.trim())}\n`);
  }
}

/** Which of these texts are in a log. How long requests took is no text, and may equal a ZIP code. */
export function leaked(dataDir: string, fullLog: string): string[] {
  const log = fullLog.replaceAll(/"duration_us":\d+/g, '');
  const texts = readFileSync(fileIn(dataDir), { encoding: 'utf8', flag: 'a+' }) // It may be missing.
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as string);
  return [...new Set(texts)].filter((text) =>
    // The digits of a ZIP code are also in ids and times, but not by themselves.
    /^\d+$/.test(text)
      ? new RegExp(`(?<![\\w.])${text}(?!\\w)`).test(log)
      : log.toLowerCase().includes(text.toLowerCase()),
  );
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'sent-by-visitors');
}

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the texts down that the body of a call holds, for a look at the logs when all is over. */
export function remember(dataDir: string, body: string | null) {
  const values = Object.values(JSON.parse(body ?? '{}') as object);
  const texts = values.filter((value) => typeof value === 'string');
  appendFileSync(fileIn(dataDir), texts.map((text) => `${JSON.stringify(text.trim())}\n`).join(''));
}

/** Which of the remembered texts are in a log. */
export function leaked(dataDir: string, log: string): string[] {
  const lines = new Set(
    readFileSync(fileIn(dataDir), { encoding: 'utf8', flag: 'a+' }).split('\n'),
  );
  const texts = [...lines].filter(Boolean).map((line) => JSON.parse(line) as string);
  return texts.filter((text) =>
    // The digits of a ZIP code are also in ids and times, but not by themselves.
    /^\d+$/.test(text)
      ? new RegExp(`(?<![\\w.])${text}(?!\\w)`).test(log)
      : log.toLowerCase().includes(text.toLowerCase()),
  );
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'sent-by-visitors');
}

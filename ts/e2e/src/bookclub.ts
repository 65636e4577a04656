import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { Client } from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { given, scratchDir } from './environment.ts';

/** The whole product, running. */
export interface Bookclub {
  url: string;
  /** Where it keeps its database and its mails. */
  dataDir: string;
  /** Ends it, and returns all that it has logged, its database included. */
  stop: () => Promise<string>;
}

/** Runs `bookclub dev` on a free port, with a database and a mailbox of its own. */
export async function startBookclub(): Promise<Bookclub> {
  const dataDir = await mkdtemp(join(scratchDir, 'data-'));
  const program = spawn(
    given('BOOKCLUB_BIN'),
    ['dev', '--addr', '127.0.0.1:0', '--data-dir', dataDir],
    {
      env: {
        ...process.env,
        BOOKCLUB_POSTGRES_DIR: given('BOOKCLUB_POSTGRES_DIR'),
        BOOKCLUB_RATE: '0', // Every visitor of the test has the same address.
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(program, 'close');
  const log: string[] = [];
  const output = createInterface(program.stdout).on('line', (line) => log.push(line));
  createInterface(program.stderr).on('line', (line) => log.push(line));
  program.stderr.pipe(process.stderr);

  return {
    url: await addressIn(output),
    dataDir,
    async stop() {
      program.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      if (code !== 0) throw new Error(`bookclub ended with ${code}`);
      return [...log, await readFile(join(dataDir, 'postgres/log'), 'utf8')].join('\n');
    },
  };
}

function addressIn(output: Interface): Promise<string> {
  return new Promise((resolve, reject) => {
    output.on('line', (line) => {
      const address = /http:\/\/\S+/.exec(line)?.[0];
      if (address) resolve(address);
    });
    output.on('close', () => reject(new Error('bookclub ended without saying where it is')));
  });
}

/** The rows of an address on the waitlist, without what differs from run to run. */
export async function entries(dataDir: string, email: string) {
  // The fourth and fifth line of Postgres's own pid file say where it listens.
  const pidFile = await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8');
  const [, , , port, host] = pidFile.split('\n');
  const client = new Client({ host, port: Number(port), user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(
      `SELECT name, email, phone_number, zip_code, book_conversation_story, how_did_you_hear,
              anything_else, club_captain_interest
       FROM waitlist_entries WHERE lower(email) = lower($1) ORDER BY created_at`,
      [email],
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** The mails that were sent to an address. */
export async function mails(dataDir: string, email: string): Promise<Email[]> {
  const dir = join(dataDir, 'mail');
  const files = (await readdir(dir)).filter((name) => name.endsWith('.eml'));
  const all = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(dir, name)))),
  );
  return all.filter(({ to }) => to?.some(({ address }) => address === email));
}

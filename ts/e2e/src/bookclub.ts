import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { given, scratchDir } from './environment.ts';

/** The whole product, running. */
export interface Bookclub {
  url: string;
  /** The rows of an address on the waitlist, without what differs from run to run. */
  entries: (email: string) => Promise<Record<string, unknown>[]>;
  /** The mails that were sent to an address. */
  mails: (email: string) => Promise<Email[]>;
  stop: () => Promise<void>;
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
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = once(program, 'exit');

  return {
    url: await addressIn(program.stdout),
    entries: (email) => entries(join(dataDir, 'postgres/data'), email),
    mails: (email) => mails(join(dataDir, 'mail'), email),
    async stop() {
      program.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      if (code !== 0) throw new Error(`bookclub ended with ${code}`);
    },
  };
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /http:\/\/\S+/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error('bookclub ended without saying where it is');
}

async function entries(postgresData: string, email: string) {
  // The fourth and fifth line of Postgres's own pid file say where it listens.
  const pidFile = await readFile(join(postgresData, 'postmaster.pid'), 'utf8');
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

async function mails(dir: string, email: string): Promise<Email[]> {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.eml'));
  const all = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(dir, name)))),
  );
  return all.filter(({ to }) => to?.some(({ address }) => address === email));
}

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

const USER = 'lessonwright';
const START_LIMIT_MS = 20_000;
const LOOK_EVERY_MS = 50;
/** Debian keeps the server's programs out of the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * Runs a server until standard input ends, which it also does when the process that started this was killed; then takes
 * everything away. Nothing here is worth waiting for a disk.
 */
const SERVE = `
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=200 \\
  -c fsync=off -c synchronous_commit=off -c full_page_writes=off > "$2/log" 2>&1 &
cat > /dev/null
kill -INT $!
wait $!
rm -rf "$2"
`;

/** A PostgreSQL server of the tests' own, in a temporary folder, reached through a socket in it. */
export interface TestPostgres {
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/** The address of a database on a {@link TestPostgres}. */
export function postgresUrl(folder: string, database: string): string {
  return `postgresql://${USER}@localhost/${database}?host=${encodeURIComponent(folder)}`;
}

/** @throws Error when PostgreSQL is not installed or does not start. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const programs = await findPrograms();
  const owner = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-postgres-'));
  if (owner) await chown(folder, owner.uid, owner.gid);
  await run(join(programs, 'initdb'), ['-D', join(folder, 'data'), '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...owner,
    cwd: folder,
  });
  const server = spawn('sh', ['-c', SERVE, 'sh', programs, folder], { ...owner, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] });
  const stop = async () => {
    const exit = once(server, 'exit');
    server.ref();
    server.stdin.end();
    if (server.exitCode === null) await exit;
  };
  try {
    await waitUntilReady(folder, server);
  } catch (error) {
    const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`PostgreSQL does not start: ${log}`, { cause: error });
  }
  // A test process that forgets to stop it can end all the same.
  server.unref();
  if ('unref' in server.stdin && typeof server.stdin.unref === 'function') server.stdin.unref();
  return { folder, stop };
}

async function findPrograms(): Promise<string> {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => []);
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_FOLDER, version, 'bin'));
  for (const folder of [...newestFirst, ...(process.env['PATH'] ?? '').split(delimiter)]) {
    const isThere = await access(join(folder, 'initdb')).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  throw new Error('PostgreSQL is not installed: apt-get install postgresql');
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]).catch(() => null);
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  throw new Error('There is no user to run PostgreSQL as: neither postgres nor nobody.');
}

async function waitUntilReady(folder: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + START_LIMIT_MS;
  for (;;) {
    const client = new Client(postgresUrl(folder, 'postgres'));
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > end || server.exitCode !== null) throw error;
      await sleep(LOOK_EVERY_MS);
    } finally {
      await client.end();
    }
  }
}

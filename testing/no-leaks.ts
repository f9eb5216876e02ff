import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { openTestDatabases } from './database.ts';

// A Vitest setup file: each test file must leave nothing behind that would keep a process running.

/** Resources that keep a Node process running. Timers are skipped, because Vitest itself uses them. */
const WATCHED = ['ProcessWrap', 'TCPServerWrap', 'TCPSocketWrap', 'FSEvent'];

/** Longer than unawaited calls take on a slow machine, such as a question about the state of a runner. */
const SETTLE_LIMIT_MS = 120_000;

let before: number;

function watched(): string[] {
  return process.getActiveResourcesInfo().filter((resource) => WATCHED.includes(resource));
}

beforeAll(() => {
  before = watched().length;
  // The product sets its own when it starts, and an earlier file may have started it.
  process.umask(0o022);
});

afterAll(async () => {
  if (openTestDatabases() > 0) throw new Error(`Test databases that were not closed: ${openTestDatabases()}.`);
  // Closed resources are released a little later.
  const end = Date.now() + SETTLE_LIMIT_MS;
  while (watched().length > before && Date.now() < end) await sleep(20);
  if (watched().length > before) throw new Error(`Of these, ${watched().length - before} were not closed: ${watched().join(', ')}.`);
});

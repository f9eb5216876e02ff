import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { openTestDatabases } from './database.ts';

// A setup file of vitest: each test file must leave nothing behind that would keep a process running.

/** Kinds of what Node keeps a process running for. Timers come and go in vitest itself and are not looked at. */
const WATCHED = ['ProcessWrap', 'TCPServerWrap', 'TCPSocketWrap', 'FSEvent'];

const SETTLE_LIMIT_MS = 2_000;

let before: number;

function watched(): string[] {
  return process.getActiveResourcesInfo().filter((resource) => WATCHED.includes(resource));
}

beforeAll(() => {
  before = watched().length;
});

afterAll(async () => {
  if (openTestDatabases() > 0) throw new Error(`Test databases that were not closed: ${openTestDatabases()}.`);
  // What was closed is let go of a little later.
  const end = Date.now() + SETTLE_LIMIT_MS;
  while (watched().length > before && Date.now() < end) await sleep(20);
  if (watched().length > before) throw new Error(`Of these, ${watched().length - before} were not closed: ${watched().join(', ')}.`);
});

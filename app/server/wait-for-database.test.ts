import { expect, it } from 'vitest';
import { DatabaseStartError } from '#platform/server/database/start-error.ts';
import { waitForDatabase } from './wait-for-database.ts';

const away = () =>
  new DatabaseStartError('PostgreSQL at db/lessons cannot be used: connect ECONNREFUSED.', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  });

function watched() {
  const lines: string[] = [];
  return { lines, log: { warn: (line: unknown) => void lines.push(String(line)) } };
}

it('a start waits for a database that cannot be reached, and says so once in a while', async () => {
  const { lines, log } = watched();
  let attempts = 0;
  const open = () => ((attempts += 1) < 4 ? Promise.reject(away()) : Promise.resolve('open'));
  expect(await waitForDatabase(open, { log, pauseMs: 1 })).toBe('open');
  expect(lines).toEqual(['PostgreSQL at db/lessons cannot be used: connect ECONNREFUSED. The start waits until it can be reached.']);
});

it('a start fails at once if the database refuses', async () => {
  const { lines, log } = watched();
  const refuses = new DatabaseStartError('PostgreSQL at db/lessons cannot be used: wrong password.', {
    cause: Object.assign(new Error('wrong password'), { code: '28P01' }),
  });
  await expect(waitForDatabase(() => Promise.reject(refuses), { log, pauseMs: 1 })).rejects.toBe(refuses);
  expect(lines).toEqual([]);
});

it('a signal ends the wait', async () => {
  const { log } = watched();
  const stop = new AbortController();
  const stopped = new Error('stopped');
  const open = () => {
    stop.abort(stopped);
    return Promise.reject(away());
  };
  await expect(waitForDatabase(open, { log, signal: stop.signal, pauseMs: 600_000 })).rejects.toBe(stopped);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { DatabaseClock } from './database-clock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function openClock(aheadMs: () => number) {
  const texts: (string | null)[] = [];
  const clock = await DatabaseClock.open(database.db, { set: (_name, text) => void texts.push(text) }, () => Date.now() + aheadMs());
  await clock.close();
  return { clock, texts };
}

it.each([
  [300_000, /is 300 seconds ahead of the database's\./],
  [-300_000, /is 300 seconds behind the database's\./],
])('a clock that is %i ms off is named, and the time is the database’s', async (aheadMs, text) => {
  const { clock, texts } = await openClock(() => aheadMs);
  expect(texts).toEqual([expect.stringMatching(text)]);
  expect(Math.round(clock.differenceMs / 60_000)).toBe(aheadMs / 60_000);
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
});

it('the notice goes once the clock is right', async () => {
  let ahead = 300_000;
  const { clock, texts } = await openClock(() => ahead);
  ahead = 0;
  await clock.compare();
  expect(texts.at(-1)).toBeNull();
});

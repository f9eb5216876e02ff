import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { editAtRandom, shownState, storedState } from '#testing/random-history.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 120_000 });

const LESSONS = 10;
const EDITS = 1_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

it(`shows every state after ${LESSONS * EDITS} random edits, and restores one in ten`, async () => {
  for (let seed = 100; seed < 100 + LESSONS; seed++) {
    const acknowledged = await editAtRandom(server, seed, EDITS);
    expect(acknowledged.length).toBeGreaterThan(EDITS / 2);
    for (const { lessonId, version, state } of acknowledged) expect(await shownState(server, lessonId, version)).toBe(state);
    for (const { lessonId, version, state } of acknowledged.filter((_, at) => at % 10 === 0)) {
      await server.client('staff').restoreVersion({ params: { kind: 'lesson', id: lessonId, version }, body: {} });
      expect(await storedState(server, lessonId)).toBe(state);
    }
  }
});

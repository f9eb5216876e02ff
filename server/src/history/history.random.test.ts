import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { editAtRandom, shownState, storedState } from '#testing/random-history.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

const actions = new Set<string>();

describe('the history of a lesson that is edited at random', () => {
  it.each([11, 12, 13])('shows and restores every state that was acknowledged (%i)', async (seed) => {
    const acknowledged = await editAtRandom(server, seed, 120);
    for (const { action } of acknowledged) actions.add(action);
    expect(acknowledged.length).toBeGreaterThan(50);
    for (const { lessonId, version, state } of acknowledged) expect(await shownState(server, lessonId, version)).toBe(state);
    for (const { lessonId, version, state } of acknowledged.filter((_, at) => at % 3 === 0)) {
      await server.client('staff').restoreVersion({ params: { kind: 'lesson', id: lessonId, version }, body: {} });
      expect(await storedState(server, lessonId)).toBe(state);
    }
  });

  it('covers every kind of edit', () => {
    const all = ['create', 'save', 'question', 'settings', 'move', 'delete', 'from the trash', 'file', 'push'];
    expect(all.filter((action) => !actions.has(action))).toEqual([]);
  });
});

import { expect, it, vi } from 'vitest';
import { checkHistory } from '#testing/random-history/check-history.ts';
import { ACTIONS, liveThrough } from '#testing/random-history/live-through.ts';
import { startTestServer } from '#testing/test-server.ts';

vi.setConfig({ testTimeout: 3_600_000 });

const WORLDS = Array.from({ length: 10 }, (_, index) => 100 + index);
const EDITS = 1_000;
const done = new Set<string>();

it.each(WORLDS)(`lists, shows and restores every version of ${EDITS} random changes byte for byte (seed %i)`, async (seed) => {
  const server = await startTestServer({ hasWorkers: false });
  try {
    const world = await liveThrough(server, { seed, edits: EDITS });
    const { faults, restored } = await checkHistory(world, 5);
    expect(faults).toEqual([]);
    expect(restored).toBeGreaterThan(EDITS / 2);
    for (const name of world.done.keys()) done.add(name);
  } finally {
    await server.close();
  }
});

it('covers every kind of change', () => {
  expect(Object.keys(ACTIONS).filter((name) => !done.has(name))).toEqual([]);
});

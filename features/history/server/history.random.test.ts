import { expect, it, vi } from 'vitest';
import { checkHistory } from '#testing/random-history/check-history.ts';
import { liveThrough } from '#testing/random-history/live-through.ts';
import { startTestServer } from '#testing/test-server.ts';

vi.setConfig({ testTimeout: 600_000 });

const EDITS = 30;
// Merges come last: a lesson needs two releases to move between.
const RARE = ['move a lesson', 'copy a lesson', 'push with git', 'replace a word', 'import a text', 'merge a release', 'update from main'];

it(`lists, shows and restores every version of ${EDITS} random changes byte for byte`, async () => {
  const server = await startTestServer({ hasWorkers: false });
  try {
    const world = await liveThrough(server, { seed: 11, edits: EDITS, rare: RARE });
    const { faults, restored } = await checkHistory(world, 2);
    expect(faults).toEqual([]);
    expect(restored).toBeGreaterThan(EDITS / 2);
    expect([...world.done.keys()]).toEqual(
      expect.arrayContaining(['save a text', 'push with git', 'merge a release', 'move a lesson', 'replace a word']),
    );
  } finally {
    await server.close();
  }
});

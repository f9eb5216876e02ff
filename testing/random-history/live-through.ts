import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importMain } from '#features/sync/server/import-main.ts';
import type { TestServer } from '../test-server.ts';
import { BRANCH_ACTIONS, cloneContent } from './branch-actions.ts';
import { CURRICULUM_ACTIONS } from './curriculum-actions.ts';
import { LESSON_ACTIONS } from './lesson-actions.ts';
import { type Action, World } from './world.ts';

/** Everything that happens at random, by name. */
export const ACTIONS: Readonly<Record<string, readonly [weight: number, action: Action]>> = {
  ...LESSON_ACTIONS,
  ...CURRICULUM_ACTIONS,
  ...BRANCH_ACTIONS,
};

/** How often something rare is tried until it isn't refused. */
const TRIES_MAX = 20;

/** Weights are multiples of a tenth. */
const TICKETS = Object.keys(ACTIONS).flatMap((name) => Array.from({ length: Math.round((ACTIONS[name]?.[0] ?? 0) * 10) }, () => name));

/**
 * Lets two people and a user of git change lessons, courses and paths of several releases at random, at least `edits` times, and returns
 * everything that was acknowledged. A seed always gives the same changes. Half-way, what is `rare` happens at least once.
 */
export async function liveThrough(
  server: TestServer,
  { seed, edits, rare = [] }: { seed: number; edits: number; rare?: readonly string[] },
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-random-'));
  try {
    await importMain(server.platform, AbortSignal.timeout(300_000));
    const world = new World(server, { seed, folder, address: await server.listen() });
    await begin(world);
    const act = (name: string) => world.act(name, ACTIONS[name]?.[1] ?? begin);
    while (world.edits < edits / 2) await act(world.pick(TICKETS) ?? '');
    for (const name of rare) for (let tries = 0; tries < TRIES_MAX && !world.done.has(name); tries++) await act(name);
    while (world.edits < edits) await act(world.pick(TICKETS) ?? '');
    return world;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Two releases with lessons, a course and a path each. */
async function begin(world: World): Promise<void> {
  await cloneContent(world);
  for (const name of ['autumn', 'spring']) {
    await world.act('begin', async () => {
      const { id: release_id } = await world.staff.createRelease({ body: { name, version_major: name, create_new: true } });
      for (let lessons = 0; lessons < 3; lessons++) {
        const body = { sequence: world.nextSequence, title: world.title(), release_id, first_screen: true };
        await world.staff.createLesson({ body });
      }
      await world.staff.createCourse({ body: { sequence: world.nextSequence, name: world.title(), release_id } });
      await world.staff.createPath({ body: { sequence: world.nextSequence, name: world.title(), release_id } });
    });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { makePackageIndex } from '#testing/package-index.ts';
import { RealServer } from '#testing/real-server.ts';
import { measure, median, timed } from './measure.ts';
import type { Line } from './report.ts';
import { runOn, type RunScreen } from './run-screen.ts';
import type { Sizes } from './sizes.ts';

const LESSONS = 50;
const SCREENS = 20;
const RUNS = 20;
const LOOK_MS = 300;
const PACKAGES = [{ name: 'tallies', version: '1.0.0', show_in_editor: false }];

/** Rehearsing an upgrade of all code screens of a release, beside running each answer twice as an author does, one after the other. */
export async function measureRehearsal(sizes: Sizes): Promise<Line[]> {
  const [lessons, screens] = [sizes.of(LESSONS, 1), sizes.of(SCREENS, 2)];
  const index = makePackageIndex();
  const server = await RealServer.create({
    LESSONWRIGHT_CHECK_REPLIES: '0',
    LESSONWRIGHT_LOG: 'warn',
    LESSONWRIGHT_SAMPLE: '0',
    LESSONWRIGHT_RUNNER_PYPI: index.folder,
  });
  try {
    const client = await server.setUpOwner();
    const release = await client.createRelease({ body: { name: 'Rehearsal', version_major: 'bench/rehearsal', create_new: true } });
    const address = await makeLessons(client, { releaseId: release.id, lessons, screens });
    const code = 'import tallies\nprint(tallies.tally([1, 2]))';
    const runs = await measure(() => runOn(client, address, code), { count: sizes.times(RUNS) });
    const whole = await timed(() => rehearse(client, release.id, lessons * screens))();
    return [
      {
        what: `rehearsal of an upgrade: each of ${lessons * screens} screens`,
        samples: [whole / (lessons * screens)],
        against: 'running the answer twice, one after the other',
        baseline: [2 * median(runs)],
        // 10,000 screens in ten minutes.
        goal: { of: 'median', most: 60 },
      },
    ];
  } finally {
    await server.remove();
    index.remove();
  }
}

/** Creates lessons with packages. Returns their first screen. */
async function makeLessons(
  client: Client<Api>,
  { releaseId, lessons, screens }: { releaseId: number; lessons: number; screens: number },
): Promise<RunScreen> {
  let first: RunScreen | null = null;
  for (let lesson = 1; lesson <= lessons; lesson += 1) {
    const { id } = await client.createLesson({ body: { sequence: lesson, title: `Lesson ${lesson}`, release_id: releaseId } });
    for (let sequence = 1; sequence <= screens; sequence += 1) {
      const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence } });
      const answer_code = `import tallies\nthings = list(range(${lesson * sequence}))\nprint(tallies.tally(things))`;
      await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { type: 'code', title: 'Count', answer_code } });
      first ??= { lesson_id: id, screen_id: newScreenId };
    }
    await client.buildPackages({ params: { id }, body: { packages: PACKAGES, custom_check_enabled: false, legacy_check_enabled: false } });
    while ((await client.getBuild({ params: { id }, query: {} })).build.state !== 'built') await sleep(LOOK_MS);
  }
  if (!first) throw new Error('There are no lessons.');
  return first;
}

async function rehearse(client: Client<Api>, id: number, screens: number): Promise<void> {
  await client.startRehearsal({ params: { id }, body: { newest: true, packages: [], interpreters: [] } });
  for (;;) {
    const { rehearsal } = await client.getRehearsal({ params: { id } });
    if (rehearsal?.state === 'failed') throw new Error(rehearsal.error ?? 'The rehearsal failed.');
    if (rehearsal?.state === 'done') {
      if (rehearsal.done !== screens || rehearsal.groups.length > 0) throw new Error('The rehearsal is wrong.');
      return;
    }
    await sleep(LOOK_MS);
  }
}

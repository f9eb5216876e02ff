import { setTimeout as sleep } from 'node:timers/promises';
import { makePackageIndex } from '#testing/package-index.ts';
import { RealServer } from '#testing/real-server.ts';
import { measure, median } from './measure.ts';

// `node bench/rehearsal.ts [lessons] [screens]`: rehearsing an upgrade of all code screens of a release, beside running each answer twice
// as an author does, one after the other.

const [LESSONS = 50, SCREENS = 20] = process.argv.slice(2).map(Number);
const RUNS = 20;
const LOOK_MS = 300;

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
  const packages = [{ name: 'tallies', version: '1.0.0', show_in_editor: false }];
  let first: { lesson_id: number; screen_id: number } | null = null;
  for (let lesson = 1; lesson <= LESSONS; lesson += 1) {
    const { id } = await client.createLesson({ body: { sequence: lesson, title: `Lesson ${lesson}`, release_id: release.id } });
    for (let sequence = 1; sequence <= SCREENS; sequence += 1) {
      const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence } });
      const answer_code = `import tallies\nthings = list(range(${lesson * sequence}))\nprint(tallies.tally(things))`;
      await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { type: 'code', title: 'Count', answer_code } });
      first ??= { lesson_id: id, screen_id: newScreenId };
    }
    await client.buildPackages({ params: { id }, body: { packages, custom_check_enabled: false, legacy_check_enabled: false } });
    const isBuilt = async () => (await client.getBuild({ params: { id }, query: {} })).build.state === 'built';
    while (!(await isBuilt())) await sleep(LOOK_MS);
  }
  if (!first) throw new Error('There are no lessons.');
  const address = first;
  const code = 'import tallies\nprint(tallies.tally([1, 2]))';
  const runs = await measure(
    async () => {
      const { status } = await client.runCode({ body: { ...address, code } });
      if (status !== 'done') throw new Error('A run took too long.');
    },
    { count: RUNS },
  );

  const begun = performance.now();
  await client.startRehearsal({ params: { id: release.id }, body: { newest: true, packages: [], interpreters: [] } });
  for (;;) {
    const { rehearsal } = await client.getRehearsal({ params: { id: release.id } });
    if (rehearsal?.state === 'done') {
      if (rehearsal.done !== LESSONS * SCREENS || rehearsal.groups.length > 0) throw new Error('The rehearsal is wrong.');
      break;
    }
    if (rehearsal?.state === 'failed') throw new Error(rehearsal.error ?? 'The rehearsal failed.');
    await sleep(LOOK_MS);
  }
  const seconds = (performance.now() - begun) / 1_000;
  const byHand = (2 * LESSONS * SCREENS * median(runs)) / 1_000;
  console.log(`${LESSONS * SCREENS} screens: ${seconds.toFixed(1)} s, ${((1_000 * seconds) / (LESSONS * SCREENS)).toFixed(0)} ms each`);
  console.log(`each answer twice, by hand: ${byHand.toFixed(1)} s (${median(runs).toFixed(0)} ms a run)`);
  console.log(`ratio: ${(seconds / byHand).toFixed(2)}`);
} finally {
  await server.remove();
  index.remove();
}

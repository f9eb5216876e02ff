import { join } from 'node:path';
import { GitRepository } from '#features/git/server/git.ts';
import { RealServer } from '#testing/real-server.ts';
import { writeManyLessons } from './many-lesson-branch.ts';
import { measure, median, quantile } from './measure.ts';

// `node bench/preflight.ts [lessons] [screens]`: preflight of a release, the first time and after a save.

const [LESSONS = 1_000, SCREENS = 10] = process.argv.slice(2).map(Number);
const BRANCH = 'bench/preflight';
const SAVES = 10;

const server = await RealServer.create({
  LESSONWRIGHT_CHECK_REPLIES: '0',
  LESSONWRIGHT_LOG: 'warn',
  LESSONWRIGHT_SAMPLE: '0',
  LESSONWRIGHT_LOCAL_RUNNER: '0',
});
try {
  const client = await server.setUpOwner();
  const content = new GitRepository(join(server.dataFolder, 'content.git'));
  await writeManyLessons(content, { branch: BRANCH, lessons: LESSONS, screens: SCREENS });
  const lessons = Array.from({ length: LESSONS }, (_, index) => index + 1);
  const { id } = await client.createRelease({ body: { name: 'Preflight', version_major: BRANCH, create_new: false, lessons } });
  const params = { id };

  const first = await measure(() => client.runReleasePreflight({ params, body: {} }), { count: 1, warmUp: 0 });
  const { findings } = await client.getReleasePreflight({ params });
  const unchanged = await measure(() => client.getReleasePreflight({ params }), { count: SAVES });
  const lesson = (await client.listLessons()).find((row) => row.release_id === id);
  const [screen] = lesson ? await client.listScreens({ params: { id: lesson.id } }) : [];
  if (!lesson || !screen) throw new Error('The release has no lessons.');
  let saves = 0;
  const afterSave = await measure(
    async () => {
      const body = { body_markdown: `Save ${(saves += 1)}: [](https://lessons.example/)` };
      await client.saveScreen({ params: { lessonId: lesson.id, screenId: screen.id }, body });
      const found = await client.getReleasePreflight({ params });
      if (!found.findings.some(({ rule }) => rule === 'link-empty')) throw new Error('The finding of the save is missing.');
    },
    { count: SAVES },
  );
  console.log(`${LESSONS} lessons × ${SCREENS} screens, ${findings.length} findings`);
  console.log(`first run: ${(median(first) / 1_000).toFixed(1)} s`);
  console.log(`nothing changed: ${median(unchanged).toFixed(0)} ms, p95 ${quantile(unchanged, 0.95).toFixed(0)} ms`);
  console.log(`save and look again: ${median(afterSave).toFixed(0)} ms, p95 ${quantile(afterSave, 0.95).toFixed(0)} ms`);
} finally {
  await server.remove();
}

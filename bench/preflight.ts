import { join } from 'node:path';
import { GitRepository } from '#features/git/server/git.ts';
import { writeManyLessons } from './many-lesson-branch.ts';
import { measure } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';

const LESSONS = 1_000;
const SCREENS = 10;
const BRANCH = 'bench/preflight';
const ROUNDS = 9;

/** Preflight of a release: the first time, again when nothing changed, and after a save. */
export async function measurePreflight({ server, client, sizes }: Bench): Promise<Line[]> {
  const [lessons, screens] = [sizes.of(LESSONS, 3), sizes.of(SCREENS, 2)];
  const content = new GitRepository(join(server.dataFolder, 'content.git'));
  await writeManyLessons(content, { branch: BRANCH, lessons, screens });
  const numbers = Array.from({ length: lessons }, (_, index) => index + 1);
  const { id } = await client.createRelease({ body: { name: 'Preflight', version_major: BRANCH, create_new: false, lessons: numbers } });
  const params = { id };

  const first = await measure(() => client.runReleasePreflight({ params, body: {} }), { count: 1, warmUp: 0 });
  const { findings } = await client.getReleasePreflight({ params });
  const again = await measure(() => client.runReleasePreflight({ params, body: {} }), { count: sizes.times(3), warmUp: 0 });
  const unchanged = await measure(() => client.getReleasePreflight({ params }), { count: sizes.times(ROUNDS) });
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
    { count: sizes.times(ROUNDS) },
  );
  const what = `preflight of ${lessons} lessons × ${screens} screens`;
  const peer = { against: 'the first time', baseline: first };
  return [
    { what: `${what}, the first time`, samples: first, goal: { of: 'median', most: 60_000 }, note: `${findings.length} findings` },
    { what: `${what}, run again`, samples: again, ...peer },
    { what: `${what}, nothing changed`, samples: unchanged, ...peer },
    { what: `${what}, a save and its finding`, samples: afterSave, ...peer, goal: { of: 'median', most: 2_000 } },
  ];
}

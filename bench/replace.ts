import { join } from 'node:path';
import type { Api } from '#app/contract/api.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { SearchQuery } from '#features/search/contract/search.ts';
import type { Client } from '#platform/contract/client.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import { writeManyLessons } from './many-lesson-branch.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';

const LESSONS = 100;
const SCREENS = 10;
const CHECKS = 200;
const BRANCH = 'bench/replace';
const WORD = 'wugwug';
const AT_ONCE = 4;
const FIND_MS = 120_000;

/** A word is replaced on every screen of a release, after the checks of its code. */
export async function measureReplace({ server, client, sizes }: Bench): Promise<Line[]> {
  const size = { lessons: sizes.of(LESSONS, 2), screens: sizes.of(SCREENS, 2), checks: sizes.of(CHECKS, 2) };
  const release = await prepare(server.dataFolder, client, size);
  const query = SearchQuery.parse({ text: WORD, releases: [release] });
  const until = Date.now() + FIND_MS;
  const isFound = async () => (await client.search({ body: { query } })).matches >= size.lessons * size.screens + size.checks * 2;
  while (!(await isFound())) if (Date.now() > until) throw new Error('The screens are not found.');

  const replacement = 'blick';
  const lines: Line[] = [];
  const what = `replacing a word on ${size.lessons * size.screens} screens`;
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    lines.push({ what: `${what}: ${step}`, samples: [performance.now() - start] });
    return result;
  };
  const preview = await timed('preview', () => client.previewReplace({ body: { query, replacement } }));
  const texts = preview.lessons.flatMap((lesson) =>
    lesson.texts.map(({ screen_id, field, hash, changes }) => ({ lesson_id: lesson.id, screen_id, field, hash, ranges: changes })),
  );
  const body = { query, replacement, texts };
  const { screens } = await timed(`${size.checks} checks`, () => client.checkReplace({ body }));
  const { edit, left } = await timed('save', () => client.replace({ body }));
  const undone = await timed('undo', () => client.undoBulkEdit({ params: { id: edit?.id ?? 0 }, body: {} }));
  const passed = screens.filter(({ state }) => state === 'passes').length;
  if (passed !== screens.length || left.length > 0 || undone.edit?.documents !== edit?.documents)
    throw new Error(
      `${passed} of ${screens.length} checks passed, ${left.length} texts were left alone, ${undone.edit?.documents ?? 0} undone`,
    );
  const whole = lines.slice(1, 3).reduce((sum, { samples }) => sum + (samples[0] ?? 0), 0);
  return [...lines, { what: `${what}: checks and save`, samples: [whole], goal: { of: 'median', most: 10_000 } }];
}

/** Returns the id of the release. */
async function prepare(
  dataFolder: string,
  client: Client<Api>,
  size: { lessons: number; screens: number; checks: number },
): Promise<number> {
  const content = new GitRepository(join(dataFolder, 'content.git'));
  await writeManyLessons(content, { branch: BRANCH, lessons: size.lessons, screens: size.screens });
  const numbers = Array.from({ length: size.lessons }, (_, index) => index + 1);
  const { id } = await client.createRelease({ body: { name: 'Replace', version_major: BRANCH, create_new: false, lessons: numbers } });
  const lessons = (await client.listLessons()).filter(({ release_id }) => release_id === id);
  let checks = 0;
  await inParallel(lessons, AT_ONCE, async (lesson) => {
    await client.saveLesson({ params: { id: lesson.id }, body: { language: 'python', language_version: null } });
    for (const screen of await client.listScreens({ params: { id: lesson.id } })) {
      const params = { lessonId: lesson.id, screenId: screen.id };
      const isChecked = checks < size.checks;
      if (isChecked) checks += 1;
      const code = isChecked ? { type: 'code' as const, answer_code: `${WORD} = 6 * 7\nprint(${WORD})`, initial_code: '' } : {};
      await client.saveScreen({ params, body: { ...code, body_markdown: `${screen.body_markdown}\n\nThe ${WORD} again.` } });
      if (isChecked) await client.saveOutput({ params, body: { stdout: '42\n', check_output: true } });
    }
  });
  return id;
}

import { join } from 'node:path';
import { GitRepository } from '#features/git/server/git.ts';
import { SearchQuery } from '#features/search/contract/search.ts';
import { RealServer } from '#testing/real-server.ts';
import { writeManyLessons } from './many-lesson-branch.ts';

// `node bench/replace.ts [lessons] [screens] [checks]`: a word is replaced on every screen of a release, after the checks of its code.

const [LESSONS = 100, SCREENS = 10, CHECKS = 200] = process.argv.slice(2).map(Number);
const BRANCH = 'bench/replace';
const WORD = 'wugwug';
const AT_ONCE = 8;

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  return result;
}

const server = await RealServer.create({ LESSONWRIGHT_CHECK_REPLIES: '0', LESSONWRIGHT_LOG: 'warn', LESSONWRIGHT_SAMPLE: '0' });
try {
  const client = await server.setUpOwner();
  const content = new GitRepository(join(server.dataFolder, 'content.git'));
  await writeManyLessons(content, { branch: BRANCH, lessons: LESSONS, screens: SCREENS });
  const numbers = Array.from({ length: LESSONS }, (_, index) => index + 1);
  const { id } = await client.createRelease({ body: { name: 'Replace', version_major: BRANCH, create_new: false, lessons: numbers } });
  const lessons = (await client.listLessons()).filter(({ release_id }) => release_id === id);
  const waiting = lessons.entries();
  let checks = 0;
  const prepare = async () => {
    for (const [, lesson] of waiting) {
      await client.saveLesson({ params: { id: lesson.id }, body: { language: 'python', language_version: null } });
      for (const screen of await client.listScreens({ params: { id: lesson.id } })) {
        const params = { lessonId: lesson.id, screenId: screen.id };
        const isChecked = checks < CHECKS;
        if (isChecked) checks += 1;
        const code = isChecked ? { type: 'code' as const, answer_code: `${WORD} = 6 * 7\nprint(${WORD})`, initial_code: '' } : {};
        await client.saveScreen({ params, body: { ...code, body_markdown: `${screen.body_markdown}\n\nThe ${WORD} again.` } });
        if (isChecked) await client.saveOutput({ params, body: { stdout: '42\n', check_output: true } });
      }
    }
  };
  await timed('prepare', () => Promise.all(Array.from({ length: AT_ONCE }, prepare)));

  const query = SearchQuery.parse({ text: WORD, releases: [id] });
  const until = Date.now() + 120_000;
  const isFound = async () => (await client.search({ body: { query } })).matches >= LESSONS * SCREENS + CHECKS * 2;
  while (!(await isFound())) if (Date.now() > until) throw new Error('The screens are not found.');
  const replacement = 'blick';
  const preview = await timed('preview', () => client.previewReplace({ body: { query, replacement } }));
  const texts = preview.lessons.flatMap((lesson) =>
    lesson.texts.map(({ screen_id, field, hash, changes }) => ({ lesson_id: lesson.id, screen_id, field, hash, ranges: changes })),
  );
  const body = { query, replacement, texts };
  const { screens } = await timed('check', () => client.checkReplace({ body }));
  const { edit, left } = await timed('save', () => client.replace({ body }));
  const undone = await timed('undo', () => client.undoBulkEdit({ params: { id: edit?.id ?? 0 }, body: {} }));
  const passed = screens.filter(({ state }) => state === 'passes').length;
  console.log(
    `${edit?.documents ?? 0} screens, ${passed} of ${screens.length} checks passed, ${left.length} left alone, ${undone.edit?.documents ?? 0} undone`,
  );
} finally {
  await server.remove();
}

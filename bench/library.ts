import { join } from 'node:path';
import { GitRepository } from '#features/git/server/git.ts';
import { countQueries } from '#testing/count-queries.ts';
import { startTestServer } from '#testing/test-server.ts';
import { writeManyLessons } from './many-lesson-branch.ts';
import { measure, measureInTurn, timed } from './measure.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

const LESSONS = 1_000;
const SCREENS = 5;
const BRANCH = 'bench/library';
/** Preflight looks at so many changed lessons at once. */
const CHANGED = 25;
const COURSE_LESSONS = 10;
const ROUNDS = 5;

/** The library report: its table, and the findings that follow. */
export async function measureLibrary(sizes: Sizes): Promise<Line[]> {
  const [lessons, screens, changed] = [sizes.of(LESSONS, 4), sizes.of(SCREENS, 2), sizes.of(CHANGED, 2)];
  const server = await startTestServer({ hasWorkers: 'without git', env: { LESSONWRIGHT_CHECK_REPLIES: '0' } });
  try {
    const content = new GitRepository(join(server.platform.config.dataFolder, 'content.git'));
    await writeManyLessons(content, { branch: BRANCH, lessons, screens });
    const client = server.client('staff');
    const numbers = Array.from({ length: lessons }, (_, index) => index + 1);
    const { id } = await client.createRelease({ body: { name: 'Library', version_major: BRANCH, create_new: false, lessons: numbers } });
    const rows = (await client.listLessons()).filter(({ release_id }) => release_id === id).slice(0, changed);
    const { id: courseId } = await client.createCourse({ body: { sequence: 1, name: 'Course', release_id: id } });
    for (const row of rows.slice(0, COURSE_LESSONS)) await client.addCourseLesson({ params: { id: courseId, lessonId: row.id }, body: {} });
    const screensOf = rows.map(async (row) => ({ lessonId: row.id, screenId: (await client.listScreens({ params: row }))[0]?.id ?? 0 }));
    const edited = await Promise.all(screensOf);
    for (const { screenId } of edited)
      await client.createComment({ params: { id: screenId }, body: { comment: 'Say why.', tags: [], mandatory: false } });

    const report = () => client.getLibraryReport();
    const findings = () => client.getLibraryFindings();
    const queries = await countQueries(report);
    const table = await measure(report, { count: sizes.times(ROUNDS), warmUp: 1 });
    await client.runReleasePreflight({ params: { id }, body: {} });
    const known = await measure(findings, { count: sizes.times(ROUNDS), warmUp: 1 });
    let save = 0;
    const saveAndFind = async () => {
      save += 1;
      for (const params of edited) await client.saveScreen({ params, body: { body_markdown: `Save ${save} of ${params.lessonId}.` } });
      return timed(findings)();
    };
    const { looked } = await measureInTurn({ looked: saveAndFind }, { rounds: sizes.times(ROUNDS), warmUp: 0 });
    const what = `library report of ${lessons} lessons × ${screens} screens`;
    return [
      { what: `${what}: table`, samples: table, note: `${queries} queries` },
      { what: `${what}: findings, nothing changed`, samples: known },
      { what: `${what}: findings, ${changed} lessons changed`, samples: looked },
    ];
  } finally {
    await server.close();
  }
}

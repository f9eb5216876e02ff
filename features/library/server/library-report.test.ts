import { afterAll, beforeAll, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { buildLesson } from '#testing/build-lesson.ts';
import { countQueries } from '#testing/count-queries.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { getLibraryReport } from './library-report.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

it('reports what is known of a lesson, for staff', async () => {
  const staff = server.client('staff');
  const actor = toActor(server.users.staff);
  const screens = [{ title: 'One', type: 'code' as const }, { title: 'Two' }];
  const { id, release_id, screens: ids } = await buildLesson(server.platform, actor, { sequence: 501, screens });
  const [screenId = 0, textId = 0] = ids;
  const checkOutput = { enabled: true, pass: true, results: [] };
  await staff.saveScreenTest({ params: { lessonId: id, screenId }, body: { code: '1', checkOutput, is_boolean_test: false } });
  await staff.createComment({ params: { id: textId }, body: { comment: 'Say why.', mandatory: false } });
  const course = await staff.createCourse({ body: { sequence: 60, name: 'Basics', release_id } });
  await staff.addCourseLesson({ params: { id: course.id, lessonId: id }, body: {} });
  expect((await staff.getLibraryReport()).filter(({ lesson_id }) => lesson_id === id)).toEqual([
    {
      lesson_id: id,
      tests: 1,
      failing: 0,
      not_run: 1,
      doubted: 0,
      open_comments: 1,
      built_at: null,
      courses: [60],
    },
  ]);
  expect((await staff.getLibraryFindings()).filter(({ lesson_id }) => lesson_id === id)).toEqual([
    { lesson_id: id, errors: expect.any(Number), warnings: expect.any(Number), is_checked: true },
  ]);
  await expect(server.client('external').getLibraryReport()).rejects.toMatchObject({ status: 403 });
});

it('asks each feature once for all lessons', async () => {
  const actor = toActor(server.users.staff);
  const queries = () => countQueries(() => getLibraryReport(server.platform));
  await buildLesson(server.platform, actor, { sequence: 510, screens: [{ title: 'One' }] });
  const few = await queries();
  for (let sequence = 511; sequence < 520; sequence++) await buildLesson(server.platform, actor, { sequence, screens: [{ title: 'One' }] });
  expect(await queries()).toBe(few);
});

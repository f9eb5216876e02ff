import { afterAll, beforeAll, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { buildLesson } from '#testing/build-lesson.ts';
import { recordQueries } from '#testing/count-queries.ts';
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

it('reports which skills a lesson assesses, practices and requires', async () => {
  const staff = server.client('staff');
  const actor = toActor(server.users.staff);
  const exam = await buildLesson(server.platform, actor, { sequence: 502, screens: [{ title: 'One' }, { title: 'Two' }] });
  await staff.saveLesson({ params: { id: exam.id }, body: { type: 'assessment', related_lesson: 101 } });
  for (const screenId of exam.screens) {
    const params = { lessonId: exam.id, screenId };
    const { id: skill_id } = await staff.createSkill({ params, body: { name: 'Loops', point_value: 1 } });
    const answer_options = [{ label: 'Yes', feedback_message: '', valid: true, skill_id }];
    if (screenId !== exam.screens[0]) continue;
    await staff.createQuestion({ params, body: { question: 'Why?', select_type: 'single', answer_options } });
    await staff.createQuestion({ params, body: { question: 'Which?', task: { kind: 'text', answers: [{ text: 'for' }] }, skill_id } });
  }
  const practice = await buildLesson(server.platform, actor, { sequence: 503, screens: [{ title: 'One' }] });
  await staff.saveLesson({ params: { id: practice.id }, body: { type: 'practice_problem', skill_topics: ['Loops', 'Joins'] } });
  const own = (await staff.getLibrarySkills()).filter(({ lesson_id }) => lesson_id === exam.id || lesson_id === practice.id);
  expect(own).toEqual([
    { lesson_id: exam.id, assessed: [{ name: 'Loops', screens: 2, questions: 2 }], named: [] },
    { lesson_id: practice.id, assessed: [], named: ['Loops', 'Joins'] },
  ]);
  await expect(server.client('external').getLibrarySkills()).rejects.toMatchObject({ status: 403 });
});

it('asks each feature once for all lessons', async () => {
  const actor = toActor(server.users.staff);
  const queries = () => recordQueries(() => getLibraryReport(server.platform));
  await buildLesson(server.platform, actor, { sequence: 510, screens: [{ title: 'One' }] });
  const few = await queries();
  for (let sequence = 511; sequence < 520; sequence++) await buildLesson(server.platform, actor, { sequence, screens: [{ title: 'One' }] });
  expect(await queries()).toEqual(few);
});

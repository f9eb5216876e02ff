import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importMain } from '#features/sync/server/import-main.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { SKILL_MESSAGES } from './skills.ts';

let server: TestServer;
let next = 4200;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(() => server.close());

const staff = () => server.client('staff');

async function makeScreen(type: 'assessment' | 'mission' = 'assessment', role: 'staff' | 'external' = 'staff') {
  const client = server.client(role);
  const lesson = await client.createLesson({ body: { sequence: next++, title: 'Asked' } });
  if (type !== 'mission') await client.saveLesson({ params: { id: lesson.id }, body: { type, related_lesson: 1 } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  return { lessonId: lesson.id, screenId: newScreenId };
}

describe('the skills of a screen', () => {
  it('start with one point, are saved and listed, and keep their ids', async () => {
    const params = await makeScreen();
    const loops = await staff().createSkill({ params, body: { name: ' Loops ' } });
    const lists = await staff().createSkill({ params, body: { name: 'Lists', point_value: 5 } });
    expect(loops).toEqual({ id: expect.any(Number), name: 'Loops', point_value: 1 });
    const automatic = true;
    expect(await staff().saveSkill({ params, body: { skillId: loops.id, point_value: 3, automatic } })).toEqual({
      ...loops,
      point_value: 3,
    });
    expect(await staff().saveSkill({ params, body: { skillId: loops.id, name: 'loops', automatic } })).toMatchObject({
      name: 'loops',
      point_value: 3,
    });
    expect(await staff().commitSaves({ params: { id: params.lessonId }, body: {} })).toEqual({ saves: 2 });
    expect(await staff().listSkills({ params })).toEqual([{ ...loops, name: 'loops', point_value: 3 }, lists]);
  });

  it('are named by options until they are deleted', async () => {
    const params = await makeScreen();
    const skill = await staff().createSkill({ params, body: { name: 'Loops' } });
    const option = { label: 'for', feedback_message: '', valid: true };
    const question = await staff().createQuestion({
      params,
      body: { question: 'How?', answer_options: [{ ...option, skill_id: skill.id }] },
    });
    expect(await staff().deleteSkill({ params, body: { skillId: skill.id } })).toEqual([]);
    const unnamed = { ...question, answer_options: [{ ...option, skill_id: null }] };
    expect(await staff().listQuestions({ params })).toEqual([unnamed]);
    // An author whose page still has it is not rejected.
    const body = { questionId: question.id, answer_options: question.answer_options };
    expect(await staff().saveQuestion({ params, body })).toEqual(unnamed);
  });

  it('refuse invalid input', async () => {
    const params = await makeScreen();
    const [loops, lists] = [
      await staff().createSkill({ params, body: { name: 'Loops' } }),
      await staff().createSkill({ params, body: { name: 'Lists' } }),
    ];
    const taken = { status: 409, code: 'already_exists', message: SKILL_MESSAGES.nameTaken('LOOPS') };
    await expect(staff().createSkill({ params, body: { name: 'LOOPS' } })).rejects.toMatchObject(taken);
    await expect(staff().saveSkill({ params, body: { skillId: lists.id, name: 'LOOPS' } })).rejects.toMatchObject(taken);
    for (const body of [{ name: '  ' }, { name: 'x', point_value: 0 }, { name: 'x', point_value: 6 }, { name: 'x', point_value: 1.5 }])
      await expect(staff().createSkill({ params, body })).rejects.toMatchObject({ status: 400 });
    await expect(staff().saveSkill({ params, body: { skillId: loops.id, point_value: 9 } })).rejects.toMatchObject({ status: 400 });
    await expect(staff().deleteSkill({ params, body: { skillId: 0 } })).rejects.toMatchObject({ status: 400 });
    const other = await makeScreen();
    await expect(staff().saveSkill({ params: other, body: { skillId: loops.id, name: 'x' } })).rejects.toMatchObject({ status: 404 });
    await expect(staff().deleteSkill({ params: other, body: { skillId: loops.id } })).rejects.toMatchObject({ status: 404 });
    await expect(staff().listSkills({ params: { ...params, screenId: other.screenId } })).rejects.toMatchObject({ status: 404 });
  });

  it('exist only in assessments; leftovers in other lessons can be deleted', async () => {
    const mission = await makeScreen('mission');
    const lesson = await staff().getLesson({ params: { id: mission.lessonId } });
    const refused = { status: 422, message: SKILL_MESSAGES.assessmentsOnly(lesson.sequence) };
    await expect(staff().createSkill({ params: mission, body: { name: 'Loops' } })).rejects.toMatchObject(refused);

    const params = await makeScreen();
    const { id: skillId } = await staff().createSkill({ params, body: { name: 'Loops' } });
    await staff().saveLesson({ params: { id: params.lessonId }, body: { type: 'mission' } });
    await expect(staff().saveSkill({ params, body: { skillId, name: 'Lists' } })).rejects.toMatchObject({ status: 422 });
    expect(await staff().deleteSkill({ params, body: { skillId } })).toEqual([]);
  });

  it('can be edited by external authors who can read the lesson, and by no user once it is published', async () => {
    const theirs = await makeScreen('assessment', 'external');
    const calls = (client: ReturnType<typeof staff>, at: typeof theirs) => [
      () => client.createSkill({ params: at, body: { name: 'x' } }),
      () => client.saveSkill({ params: at, body: { skillId: 1, name: 'x' } }),
      () => client.deleteSkill({ params: at, body: { skillId: 1 } }),
    ];
    expect(await server.client('external').createSkill({ params: theirs, body: { name: 'Mine' } })).toMatchObject({ name: 'Mine' });
    const main = (await staff().listLessons()).find(({ is_main }) => is_main);
    const [published] = await staff().listScreens({ params: { id: main!.id } });
    for (const call of calls(staff(), { lessonId: main!.id, screenId: published!.id }))
      await expect(call()).rejects.toMatchObject({ status: 422 });
  });
});

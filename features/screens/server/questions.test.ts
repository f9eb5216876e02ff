import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { NUMBER } from '#features/questions/contract/kinds/number.ts';
import { deleteWithUndo } from '#features/revisions/contract.ts';
import { getDeletedItem, listDeletedItems } from '#features/revisions/server/deleted-items.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { Question } from '../contract/screens.ts';
import { MESSAGES } from './question-messages.ts';
import { restoreQuestion } from './questions.ts';

let server: TestServer;
let next = 4100;

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false, sampleFolder: 'app/server/sample-content' });
  await importMain(server.platform, AbortSignal.timeout(300_000));
});
afterAll(() => server.close());

const staff = () => server.client('staff');
const LONG_AGO = new Date(0);
const labels = (question: Question | undefined) => question?.answer_options.map(({ label }) => label);
const texts = (questions: readonly Question[]) => questions.map(({ question }) => question);
const options = (...given: string[]) => given.map((label, index) => ({ label, valid: index === 0 }));

/** An assessment with one screen. */
async function makeScreen(role: 'staff' | 'external' = 'staff') {
  const client = server.client(role);
  const lesson = await client.createLesson({ body: { sequence: next++, title: 'Asked' } });
  await client.saveLesson({ params: { id: lesson.id }, body: { type: 'assessment', related_lesson: 1 } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  return { lessonId: lesson.id, screenId: newScreenId };
}

/** The messages of a lesson's commits, latest first, and its only questions.yaml. */
async function inGit(lessonId: number) {
  const { release_id } = await staff().getLesson({ params: { id: lessonId } });
  await commitChanges(server.platform, release_id, AbortSignal.timeout(300_000));
  const release = await server.platform.db.selectFrom('releases').selectAll().where('id', '=', release_id).executeTakeFirstOrThrow();
  const git = new GitRepository(join(server.platform.config.dataFolder, 'working.git'));
  const log = await git.text(['log', '--format=%s', release.branch_name]);
  const { folder } = await server.platform.db.selectFrom('lessons').select('folder').where('id', '=', lessonId).executeTakeFirstOrThrow();
  const paths = await git.text(['ls-tree', '-r', '--name-only', release.branch_name, '--', `lessons/${folder}`]);
  const path = paths.split('\n').find((each) => each.endsWith('questions.yaml'));
  return { log: log.split('\n'), yaml: path === undefined ? null : await git.text(['show', `${release.branch_name}:${path}`]) };
}

describe('the questions of a screen', () => {
  it('are created, saved and listed with stable ids, and committed with their message', async () => {
    const params = await makeScreen();
    const skill = await staff().createSkill({ params, body: { name: 'Counting' } });
    const made = await staff().createQuestion({
      params,
      body: {
        question: 'How many?',
        select_type: 'multiple',
        answer_options: [
          { label: 'One', feedback_message: 'Right', valid: true, skill_id: skill.id },
          { label: 'Two', feedback_message: '', valid: false },
        ],
        commitMessage: 'Ask for the number',
      },
    });
    expect(made).toMatchObject({
      question: 'How many?',
      select_type: 'multiple',
      answer_options: [
        { label: 'One', valid: true, skill_id: skill.id },
        { label: 'Two', valid: false, skill_id: null },
      ],
    });
    const empty = await staff().createQuestion({ params, body: {} });
    expect(empty).toMatchObject({ question: '', select_type: 'single', answer_options: [] });
    const saved = await staff().saveQuestion({ params, body: { questionId: made.id, question: 'How many now?' } });
    expect(saved).toEqual({ ...made, question: 'How many now?' });
    expect(await staff().listQuestions({ params })).toEqual([saved, empty]);
    const [screen] = await staff().listScreens({ params: { id: params.lessonId } });
    expect(screen?.multipleChoiceQuestions).toEqual([saved, empty]);

    const { log, yaml } = await inGit(params.lessonId);
    expect(log.slice(0, 2)).toEqual([expect.stringMatching(/^(Change|Add) a question/), 'Ask for the number']);
    expect(yaml).toContain('How many now?');
    expect(yaml).toContain('skill: Counting');
  });

  it('merge the edits of two users, and show both sides of a conflict', async () => {
    const params = await makeScreen();
    const made = await staff().createQuestion({ params, body: { question: 'Which?', answer_options: options('a', 'b', 'c') } });
    const { id: questionId, ...base } = made;
    await staff().saveQuestion({ params, body: { questionId, answer_options: options('a', 'b', 'c', 'd') } });
    const merged = await server
      .client('owner')
      .saveQuestion({ params, body: { questionId, answer_options: options('A', 'b', 'c'), base } });
    expect(labels(merged)).toEqual(['A', 'b', 'c', 'd']);
    const stale = { questionId, question: 'Who?', answer_options: options('other', 'b', 'c'), base };
    await expect(staff().saveQuestion({ params, body: stale })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      details: {
        base: { answer_options: base.answer_options },
        mine: { answer_options: [{ label: 'other', skill_id: null }, { label: 'b' }, { label: 'c' }] },
        theirs: { answer_options: [{ label: 'A' }, { label: 'b' }, { label: 'c' }, { label: 'd' }] },
        merged: { question: 'Who?', select_type: 'single' },
        changed_by: 'Test owner',
      },
    });
    expect(await staff().listQuestions({ params })).toEqual([merged]);
  });

  it('move to the trash when deleted, and are restored at their position', async () => {
    const params = await makeScreen();
    const [first] = [
      await staff().createQuestion({ params, body: { question: 'First?\nYes.', answer_options: options('a') } }),
      await staff().createQuestion({ params, body: { question: 'Second?' } }),
    ];
    const deletion = await deleteWithUndo((options) => staff().deleteQuestion({ params, body: { questionId: first.id } }, options));
    expect(texts(deletion.remaining)).toEqual(['Second?']);
    await expect(staff().saveQuestion({ params, body: { questionId: first.id, question: '?' } })).rejects.toMatchObject({ status: 404 });
    const [item] = (await listDeletedItems(server.platform.db, LONG_AGO)).filter(({ screen_id }) => screen_id === params.screenId);
    expect(item).toMatchObject({ id: deletion.deletedItem, kind: 'question', name: 'First?', lesson_id: params.lessonId });
    await restoreQuestion(server.platform, toActor(server.users.staff), item!);
    const [back, second] = await staff().listQuestions({ params });
    expect(back).toEqual(first);
    expect(second?.question).toBe('Second?');
    await expect(getDeletedItem(server.platform.db, item!.id, LONG_AGO)).rejects.toMatchObject({ status: 404 });
    await expect(restoreQuestion(server.platform, toActor(server.users.staff), item!)).rejects.toMatchObject({ status: 404 });
  });

  it('are saved with their screen in order, with new and deleted ones, in one commit', async () => {
    const params = await makeScreen();
    const [a, b] = [
      await staff().createQuestion({ params, body: { question: 'a' } }),
      await staff().createQuestion({ params, body: { question: 'b' } }),
    ];
    const before = await staff().getScreen({ params });
    const screen = await staff().saveScreen({
      params,
      body: {
        title: 'Asking',
        multipleChoiceQuestions: [
          { ...b, question: 'B' },
          { question: 'c', select_type: 'single', answer_options: options('x', 'y') },
        ],
        saveMessage: 'Ask other things',
        revision: before.revision,
      },
    });
    expect(screen).toMatchObject({ title: 'Asking', revision: before.revision + 1 });
    expect(texts(screen.multipleChoiceQuestions)).toEqual(['B', 'c']);
    expect(screen.multipleChoiceQuestions[0]?.id).toBe(b.id);
    const [item] = (await listDeletedItems(server.platform.db, LONG_AGO)).filter(({ screen_id }) => screen_id === params.screenId);
    expect(item?.name).toBe('a');
    const { log, yaml } = await inGit(params.lessonId);
    expect(log[0]).toBe('Ask other things');
    expect(yaml).toContain('question: B');
    // A save without questions keeps them; one that was deleted concurrently is restored by a save that has it, and not
    // a second time from the trash.
    const kept = await staff().saveScreen({ params, body: { title: 'Still asking' } });
    expect(kept.multipleChoiceQuestions).toEqual(screen.multipleChoiceQuestions);
    await staff().saveScreen({ params, body: { multipleChoiceQuestions: [a] } });
    expect(await staff().listQuestions({ params })).toEqual([a]);
    await expect(restoreQuestion(server.platform, toActor(server.users.staff), item!)).rejects.toMatchObject({
      code: 'already_exists',
      message: MESSAGES.backAlready,
    });
  });

  it('of other kinds keep their task and skill when a save doesn’t name them, also from the trash', async () => {
    const params = await makeScreen();
    const skill = await staff().createSkill({ params, body: { name: 'Units' } });
    const task = { ...NUMBER.empty(), value: '3', feedback: [{ answer: '4', message: 'No.' }] };
    const made = await staff().createQuestion({ params, body: { question: 'How many?', task, skill_id: skill.id } });
    expect(made).toMatchObject({ task, skill_id: skill.id, answer_options: [] });
    const { id: questionId, ...base } = made;
    const renamed = await staff().saveQuestion({ params, body: { questionId, question: 'How many now?', base } });
    expect(renamed).toEqual({ ...made, question: 'How many now?' });
    const old = { id: questionId, question: 'How many?', select_type: 'single' as const, answer_options: [] };
    const saved = await staff().saveScreen({ params, body: { multipleChoiceQuestions: [old] } });
    expect(saved.multipleChoiceQuestions).toEqual([made]);
    await staff().deleteQuestion({ params, body: { questionId } });
    expect((await staff().saveScreen({ params, body: { multipleChoiceQuestions: [old] } })).multipleChoiceQuestions).toEqual([made]);
    // Two users change the value, and one of them the unit: the unit is on both sides of the conflict.
    await staff().saveQuestion({ params, body: { questionId, task: { ...task, value: '5', unit: 'kg' } } });
    const stale = { questionId, task: { ...task, value: '6' }, base };
    await expect(staff().saveQuestion({ params, body: stale })).rejects.toMatchObject({
      status: 409,
      details: { mine: { task: { value: '6', unit: 'kg' } }, theirs: { task: { value: '5', unit: 'kg' } } },
    });
    await staff().deleteSkill({ params, body: { skillId: skill.id } });
    const choice = await staff().saveQuestion({ params, body: { questionId, task: null, answer_options: options('a', 'b') } });
    expect(choice).toMatchObject({ task: null, skill_id: null, answer_options: [{ label: 'a' }, { label: 'b' }] });
    expect((await inGit(params.lessonId)).yaml).not.toContain('kind:');
  });

  it('refuse invalid input', async () => {
    const [params, other] = [await makeScreen(), await makeScreen()];
    const elsewhere = await staff().createSkill({ params: other, body: { name: 'Elsewhere' } });
    const question = await staff().createQuestion({ params: other, body: { question: 'There?' } });
    const withSkill = { answer_options: [{ label: 'x', skill_id: elsewhere.id }] };
    await expect(staff().createQuestion({ params, body: withSkill })).rejects.toMatchObject({ status: 400, message: MESSAGES.otherSkill });
    const full = { question: '', select_type: 'single' as const, answer_options: [] };
    const stranger = { multipleChoiceQuestions: [{ ...full, id: question.id }] };
    await expect(staff().saveScreen({ params, body: stranger })).rejects.toMatchObject({ status: 400, message: MESSAGES.otherQuestion });
    const twice = { multipleChoiceQuestions: [question, question] };
    await expect(staff().saveScreen({ params: other, body: twice })).rejects.toMatchObject({ status: 400, message: MESSAGES.twice });
    for (const body of [
      { task: { kind: 'essay' } as never },
      { skill_id: elsewhere.id },
      { task: { kind: 'text', answers: 'a' } as never },
    ])
      await expect(staff().createQuestion({ params, body })).rejects.toMatchObject({ status: 400 });
    const bad = { select_type: 'several' as 'single' };
    await expect(staff().createQuestion({ params, body: bad })).rejects.toMatchObject({ status: 400 });
    const questionId = question.id;
    await expect(staff().saveQuestion({ params: other, body: { questionId, ...bad } })).rejects.toMatchObject({ status: 400 });
    await expect(staff().deleteQuestion({ params: other, body: { questionId: 0 } })).rejects.toMatchObject({ status: 400 });
    await expect(staff().saveQuestion({ params, body: { questionId, question: '?' } })).rejects.toMatchObject({ status: 404 });
    await expect(staff().deleteQuestion({ params, body: { questionId } })).rejects.toMatchObject({ status: 404 });
    await expect(staff().listQuestions({ params: { ...params, screenId: other.screenId } })).rejects.toMatchObject({ status: 404 });
  });

  it('can be edited by external authors who can read the lesson, and by no user once it is published', async () => {
    const [params, theirs] = [await makeScreen(), await makeScreen('external')];
    const { id: questionId } = await staff().createQuestion({ params, body: {} });
    const calls = (client: ReturnType<typeof staff>, at: typeof params) => [
      () => client.createQuestion({ params: at, body: {} }),
      () => client.saveQuestion({ params: at, body: { questionId, question: '?' } }),
      () => client.deleteQuestion({ params: at, body: { questionId } }),
    ];
    expect(await server.client('external').createQuestion({ params: theirs, body: { question: 'Mine?' } })).toMatchObject({
      question: 'Mine?',
    });
    const main = (await staff().listLessons()).find(({ is_main }) => is_main);
    const [published] = await staff().listScreens({ params: { id: main!.id } });
    for (const call of calls(staff(), { lessonId: main!.id, screenId: published!.id }))
      await expect(call()).rejects.toMatchObject({ status: 422 });
  });
});

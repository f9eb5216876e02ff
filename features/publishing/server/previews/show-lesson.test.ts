import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CHOICE_VERDICT } from '#features/learner-view/contract/learner-question.ts';
import { emptyLessonFields, type LessonFields } from '#features/lessons/contract/lessons.ts';
import { QUESTION_KINDS } from '#features/questions/contract/kinds/kinds.ts';
import { taskTexts } from '#features/questions/contract/kinds/task-texts.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import type { Snapshot } from '../deploys/snapshot.ts';
import { gradeAssessment } from './grade-assessment.ts';
import { MESSAGES } from './messages.ts';
import type { OpenBuild } from './open-build.ts';
import { previewRunContext } from './preview-run-context.ts';
import { judgeQuestion, programOf, showLesson } from './show-lesson.ts';

/** A build with one screen. */
function buildOf(screen: Partial<ScreenFields>, lesson: Partial<LessonFields> = {}): Snapshot {
  const fields: ScreenFields = { ...emptyScreenFields('code'), initial_code: 'print(1)', check_val: '1', ...screen };
  const html = { body_html: NO_HTML, instructions_html: NO_HTML, hint_html: NO_HTML, success_html: NO_HTML };
  return {
    format: 1,
    image_mark: randomUUID(),
    sequence: 1,
    lesson: { ...emptyLessonFields({ title: 'Applications', author: 'Somebody' }), language: 'python', ...lesson },
    packages: [],
    environment: null,
    screens: [{ folder: 'one', fields, ...html, questions: [], skills: [], answer_output: null, answer_variables: [] }],
    files: [],
    images: [],
    datasets: [],
  };
}

const lessonOf = (snapshot: Snapshot) => {
  const deploy = { build_number: 1, started_at: new Date(0), finished_at: null };
  return showLesson({ link: { expires_at: new Date(0) }, deploy, snapshot } as OpenBuild, 'token', { lesson: null, assessment: null });
};
const shown = (snapshot: Snapshot) => {
  const [screen] = lessonOf(snapshot).screens;
  const { application, can_run, is_checked, initial_code } = screen!;
  return { application, can_run, is_checked, initial_code };
};

const SCRIPT = { remote_run_code: 'flask run' };

const noQuestions = () => ({ is_correct: true, picked: [], ...CHOICE_VERDICT });

describe('a screen that opens an application', () => {
  const RUNS = { can_run: true, is_checked: true, initial_code: 'print(1)' };
  it.each<[string, Snapshot, object]>([
    ['none', buildOf({}), { ...RUNS, application: null }],
    ['Run and Deploy', buildOf(SCRIPT), { ...RUNS, application: 'run-and-deploy' }],
    ['nothing, as that was turned off', buildOf({ remote_run_only: true }), { ...RUNS, application: null }],
    [
      'Run and Deploy alone',
      buildOf({ ...SCRIPT, remote_run_only: true }),
      { application: 'run-and-deploy', can_run: false, is_checked: false, initial_code: 'print(1)' },
    ],
    ['JupyterLab', buildOf({}, { enabled_features: ['JupyterLab'] }), { ...RUNS, application: 'jupyterlab' }],
    [
      'nothing, as it has no code',
      buildOf({ ...SCRIPT, type: 'text' }),
      { application: null, can_run: false, is_checked: false, initial_code: '' },
    ],
    [
      'nothing, as its lesson has no language',
      buildOf(SCRIPT, { language: null }),
      { application: null, can_run: false, is_checked: false, initial_code: '' },
    ],
  ])('tells its learner so: %s', (_what, snapshot, expected) => {
    expect(shown(snapshot)).toEqual(expected);
  });

  it('is not run if its code is only the application, and is not graded in an assessment', () => {
    const alone = buildOf({ ...SCRIPT, remote_run_only: true });
    expect(() => previewRunContext(alone, alone.screens[0]!)).toThrow(MESSAGES.applicationOnly);
    expect(gradeAssessment(alone, new Map(), noQuestions).total).toBe(0);
    const both = buildOf(SCRIPT);
    expect(previewRunContext(both, both.screens[0]!).fields.initial_code).toBe('print(1)');
    expect(gradeAssessment(both, new Map(), noQuestions).total).toBe(1);
  });
});

it('never sends an answer to a question, and judges what was given', () => {
  const secret = 'xyzzy';
  const tasks = [
    { kind: 'number', value: '4711', unit: secret, feedback: [{ answer: '4712', message: secret }] },
    { kind: 'text', answers: [{ text: secret }], feedback: [{ answer: `${secret}1`, message: secret }] },
    { kind: 'blanks', text: `A [[${secret}]] and [[#4711]].` },
    { kind: 'order', lines: [{ text: 'a' }, { text: 'b', group: 9 }], feedback: [{ answer: 'b', message: secret }] },
    { kind: 'match', pairs: [{ left: 'a', right: 'b' }], feedback: [{ answer: 'b', message: secret }] },
    { kind: 'predict', code: 'print()', output: secret },
  ].map((task) => QuestionTask.parse(task));
  expect(tasks.map(({ kind }) => kind)).toEqual(Object.keys(QUESTION_KINDS));
  const snapshot = buildOf({});
  const [screen] = snapshot.screens;
  const questions = tasks.map((task) => {
    const html = Object.fromEntries(taskTexts(task).map(({ path, text }) => [path, safeHtml(text)]));
    return { question_html: NO_HTML, select_type: 'single' as const, options: [], task, html, skill: null, seed: 'a' };
  });
  const asking = { ...snapshot, screens: [{ ...screen!, questions }] };
  const sent = lessonOf(asking).screens[0]?.questions ?? [];
  expect(sent.map(({ ask }) => ask?.kind)).toEqual(Object.keys(QUESTION_KINDS));
  expect(JSON.stringify(sent)).not.toMatch(/xyzzy|4711|4712/);
  const judged = (question: number, given?: string[]) =>
    judgeQuestion(asking, asking.screens[0]!, { question, picked: [], given }, 'token');
  expect(judged(1, [secret])).toMatchObject({ is_correct: true, picked: [] });
  expect(judged(1, [`${secret}1`])).toMatchObject({ is_correct: false, feedback_html: [secret] });
  expect(judged(2, [secret, '1'])).toMatchObject({ is_correct: false, parts: [true, false] });
  // Without a prediction, the output would be the answer.
  expect(judged(5)).toMatchObject({ is_correct: false, output: null });
  expect(judged(5, ['other'])).toMatchObject({ is_correct: false, output: secret });
});

it('runs another order of lines where the check of the screen decides', () => {
  const lines = ['a = 1', 'b = 2', 'print(a + b)'].map((text) => ({ text }));
  const task = QuestionTask.parse({ kind: 'order', is_code: true, accepts_other_orders: true, lines });
  const given = (texts: string[], shown: readonly string[]) => texts.map((text) => String(shown.indexOf(text)));
  const judged = (texts: string[], screen: Partial<ScreenFields> = {}, lesson: Partial<LessonFields> = {}) => {
    const snapshot = buildOf(screen, lesson);
    const asked = { question_html: NO_HTML, select_type: 'single' as const, options: [], task, skill: null, seed: 'a' };
    const asking = { ...snapshot, screens: [{ ...snapshot.screens[0]!, questions: [asked] }] };
    const ask = lessonOf(asking).screens[0]?.questions[0]?.ask;
    const answer = { question: 0, picked: [], given: given(texts, ask?.kind === 'order' ? ask.lines : []) };
    const { is_correct, needs_run = false } = judgeQuestion(asking, asking.screens[0]!, answer, 'token');
    return { is_correct, needs_run, program: programOf(asking, asking.screens[0]!, answer) };
  };
  const other = ['b = 2', 'a = 1', 'print(a + b)'];
  const wrong = { is_correct: false, needs_run: false, program: null };
  expect(judged(other)).toEqual({ is_correct: false, needs_run: true, program: 'b = 2\na = 1\nprint(a + b)\n' });
  expect(judged(['a = 1', 'b = 2', 'print(a + b)'])).toEqual({ is_correct: true, needs_run: false, program: null });
  expect(judged(other, { check_val: null })).toEqual(wrong);
  expect(judged(other, { type: 'text' })).toEqual(wrong);
  expect(judged(other, {}, { type: 'assessment' })).toEqual(wrong);
});

it('says how often an assessment can be handed in, and nothing of it elsewhere', () => {
  const tries = { assessment_tries: 3 };
  expect(lessonOf(buildOf({}, { ...tries, type: 'assessment' })).tries).toBe(3);
  expect(lessonOf(buildOf({}, tries)).tries).toBeNull();
});

it('names the screen whose answer another one starts from', () => {
  const snapshot = buildOf({});
  const [first] = snapshot.screens;
  const later = { ...first!, uuid: 'b', fields: { ...first!.fields, starts_from: 'a' } };
  const starts = (more: object) =>
    lessonOf({
      ...snapshot,
      screens: [
        { ...first!, uuid: 'a' },
        { ...later, ...more },
      ],
    }).screens.map(({ starts_from }) => starts_from);
  expect(starts({})).toEqual([null, 1]);
  // The learner's file is the start.
  expect(starts({ edited_file: 'main.py' })).toEqual([null, null]);
});

it('runs the screens of a build after each other, if they say so', () => {
  const snapshot = buildOf({});
  const [first] = snapshot.screens;
  const later = { ...first!, uuid: 'b', fields: { ...first!.fields, runs_after: 'all' as const } };
  const build = { ...snapshot, screens: [{ ...first!, uuid: 'a', fields: { ...first!.fields, answer_code: 'x = 1' } }, later] };
  expect(previewRunContext(build, later).earlier).toMatchObject([{ uuid: 'a', number: 1, code: 'x = 1' }]);
  // Its recorded output is of the author's values.
  const isDynamic = (...othersValues: string[]) =>
    previewRunContext({ ...build, othersValues: new Set(othersValues) }, later).fields.dynamic_answer;
  expect([isDynamic(), isDynamic('b'), isDynamic('a')]).toEqual([false, false, true]);
  // Older builds have no uuids.
  expect(previewRunContext(snapshot, first!).earlier).toEqual([]);
});

it.each([
  [
    'the colors of the build',
    safeHtml('<pre><code class="hljs"><span class="hljs-keyword">for</span> x\n</code></pre>'),
    '<span><span class="hljs-keyword">for</span> x</span>',
  ],
  ['none in an older build', undefined, undefined],
])('given code has %s', (_, display_html, shown_html) => {
  const build = buildOf({ display_code: 'for x' });
  for (const screen of build.screens) screen.display_html = display_html;
  expect(lessonOf(build).screens[0]).toMatchObject({ display_code: 'for x' });
  expect(lessonOf(build).screens[0]?.display_html).toBe(shown_html);
});

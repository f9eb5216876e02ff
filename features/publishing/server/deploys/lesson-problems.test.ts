import { describe, expect, it } from 'vitest';
import { isChecked } from '#features/learner-view/contract/learner-screen.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { packageProblems, screenProblems, type CheckedScreen } from './lesson-problems.ts';
import { PROBLEMS } from './messages.ts';
import { textProblems } from './text-problems.ts';

const lesson = { ...emptyLessonFields({ title: 'Rules', author: 'Somebody' }), language: 'python' as const };

function screen(fields: Partial<CheckedScreen['fields']> = {}, rest: Partial<CheckedScreen> = {}): CheckedScreen {
  return {
    folder: 'one',
    fields: { ...emptyScreenFields('code'), answer_code: 'print(1)', ...fields },
    skills: [],
    questions: [],
    answer_output: null,
    answer_variables: [],
    ...rest,
  };
}

const told = (given: CheckedScreen, of = lesson, files: { name: string; screens: string[] }[] = [], datasets: string[] = []) =>
  screenProblems(of, given, { files, datasets }).map(({ level, text }) => `${level}: ${text}`);

describe('a screen', () => {
  it.each([
    ['a code screen with an answer', screen(), []],
    ['one that is checked without an answer', screen({ answer_code: '', check_val: '42' }), [`error: ${PROBLEMS.noAnswer}`]],
    ['one that starts an application', screen({ remote_run_code: 'flask run' }), [`warning: ${PROBLEMS.application}`]],
    [
      'one that is an application alone',
      screen({ remote_run_code: 'flask run', remote_run_only: true }),
      [`warning: ${PROBLEMS.applicationOnly}`],
    ],
    ['one without checks and answer', screen({ answer_code: ' ' }), [`warning: ${PROBLEMS.noAnswerUnchecked}`]],
    ['output that was never stored', screen({ check_output: true }), [`error: ${PROBLEMS.noOutput}`]],
    ['output of an answer that runs with each submission', screen({ check_output: true, dynamic_answer: true }), []],
    ['a custom check that is off', screen({ custom_check_code: 'x' }), [`warning: ${PROBLEMS.customOff}`]],
    ['a text without text', screen({ type: 'text' }), [`warning: ${PROBLEMS.emptyScreen}`]],
  ])('%s', (_name, given, expected) => expect(told(given)).toEqual(expected));

  it('reports code in a lesson without a language', () => {
    expect(told(screen(), { ...lesson, language: null as never })).toEqual([`error: ${PROBLEMS.noLanguage}`]);
  });

  it('may read its own files, those of an attached dataset, or remote ones', () => {
    const code = "pd.read_csv('a.csv')\npd.read_csv('set/b.csv')\npd.read_csv('https://x.example/c.csv')\npd.read_csv(\"gone.csv\")";
    const files = [
      { name: 'a.csv', screens: [] },
      { name: 'gone.csv', screens: ['another'] },
    ];
    expect(told(screen({ answer_code: code }), lesson, files, ['set'])).toEqual([`warning: ${PROBLEMS.unknownFile('gone.csv')}`]);
  });

  it('with an unanswerable question blocks the deploy; an incomplete one is a warning', () => {
    const option = (valid: boolean) => ({ label: 'One', feedback_message: '', valid, skill_uuid: null });
    const asked = (valid: boolean) =>
      told(
        screen(
          { type: 'text', body_markdown: 'x' },
          {
            questions: [
              { uuid: 'u', question: '', select_type: 'single', options: [option(valid), option(false)], task: null, skill_uuid: null },
            ],
          },
        ),
      );
    expect(asked(false).every((text) => text.startsWith('error: Question 1'))).toBe(true);
    expect(asked(true)).toEqual(['warning: Question 1: The question has no text.']);
    const number = (fields: object) => {
      const task = QuestionTask.parse({ kind: 'number', ...fields });
      const question = { uuid: 'u', question: 'How many?', select_type: 'single' as const, options: [], task, skill_uuid: null };
      return told(screen({ type: 'text', body_markdown: 'x' }, { questions: [question] }));
    };
    expect(number({})).toEqual(['error: Question 1: The answer has no value.']);
    expect(number({ value: '3', feedback: [{ answer: '3.0' }] })).toEqual([expect.stringMatching(/^warning: Question 1: Wrong answer 1/)]);
  });

  it('warns about a screen of an assessment that tests no skill', () => {
    expect(told(screen(), { ...lesson, type: 'assessment' })).toEqual([`warning: ${PROBLEMS.noSkills}`]);
  });

  it('uses only checks that its language supports', () => {
    expect(isChecked({ ...lesson, language: 'cli' }, screen({ check_output: true }))).toBe(false);
    expect(isChecked(lesson, screen({ check_output: true }))).toBe(true);
    expect(isChecked({ ...lesson, language: 'r', custom_check_enabled: true }, screen({ custom_check_code: 'x' }))).toBe(false);
  });
});

it('is blocked by packages that are not built', () => {
  expect(
    (['not_built', 'needs_rebuild', 'in_progress', 'failed', 'built', null] as const).map((state) => packageProblems(state).length),
  ).toEqual([1, 1, 1, 1, 0, 0]);
});

describe('a text', () => {
  const images = { mark: 'mark/', names: new Set(['a cat.png']) };
  it.each([
    ['<p><a href="https://example.org">x</a> <a href="#part">y</a> <a href="mailto:a@b.example">z</a></p>', []],
    ['<a href="other.md">x</a>', [PROBLEMS.link('Learn', 'other.md')]],
    ['<a href="https://">x</a>', [PROBLEMS.link('Learn', 'https://')]],
    ['<a>x</a>', [PROBLEMS.noAddress('Learn')]],
    ['<img src="mark/a%20cat.png" alt="A cat">', []],
    ['<img src="mark/a%20cat.png" alt="">', [PROBLEMS.noAlt('Learn')]],
    ['<img src="mark/dog.png" alt="A dog">', [PROBLEMS.noImage('Learn', 'dog.png')]],
    ['<img src="/local.png" alt="x > y">', [PROBLEMS.imageAddress('Learn', '/local.png')]],
    ['<code class="katex-error" title="t">x</code>', [PROBLEMS.formula('Learn')]],
  ])('%s', (html, expected) => expect(textProblems('Learn', html, images).map(({ text }) => text)).toEqual(expected));
});

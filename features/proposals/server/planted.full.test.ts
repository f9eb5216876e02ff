import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { ProofFindingKind, ProposedScreenFields } from '../contract.ts';

// Wrong proposals, proven by real runs: features/proposals/rules/judge-proposal.test.ts judges what such runs find.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, hasWorkers: false });
});
afterAll(() => server.close());

const SUM = 'total = apples + pears';
const CODE = {
  title: 'Fruit',
  type: 'code',
  body_markdown: 'Two numbers can be added.',
  instructions_markdown: 'Store how many fruits there are in `total`, and print it.',
  hint_markdown: 'There is a sign for it.',
  success_markdown: 'You added two numbers.',
  initial_code: 'apples = 17\npears = 25\n',
  answer_code: `apples = 17\npears = 25\n${SUM}\nprint(total)`,
  legacy_check_code: 'assert total == apples + pears, "Add both numbers."',
  check_val: 'total',
  solution_after: 5,
} as const;
const option = (label: string, valid = false) => ({ label, feedback_message: '', valid, skill_id: null });
const CHOICE = { question: 'Which sign adds?', select_type: 'single', answer_options: [option('+', true), option('-'), option('*')] };
const NUMBER = {
  question: 'How much is half of three?',
  select_type: 'single',
  answer_options: [],
  task: { kind: 'number', value: '1.5', tolerance: '0.1' },
};

/** A wrong change of a screen with code, and what has to be found. */
const CODE_PLANTED: readonly (readonly [name: string, kind: ProofFindingKind, fields: ProposedScreenFields])[] = [
  ['a check that always passes', 'mistakes-pass', { legacy_check_code: 'assert True' }],
  ['a check of the type only', 'mistakes-pass', { legacy_check_code: 'assert isinstance(total, int), "Store a number."' }],
  ['a check of something that it can’t see', 'answer-fails', { legacy_check_code: 'assert "total" in globals(), "Store it."' }],
  ['a check that is only a comment', 'answer-fails', { legacy_check_code: '# assert total == 42' }],
  [
    'a check that swallows its failure',
    'mistakes-pass',
    { legacy_check_code: 'try:\n    assert total == 42\nexcept Exception:\n    pass' },
  ],
  ['a check within a wide range', 'mistakes-pass', { legacy_check_code: 'assert -1000 < total < 1000, "Add both numbers."' }],
  ['a check that exits before it looks', 'mistakes-pass', { legacy_check_code: 'if False:\n    assert total == 42' }],
  ['a check that compares a thing with itself', 'mistakes-pass', { legacy_check_code: 'assert total == total, "Add both numbers."' }],
  ['a check that repairs the submission', 'mistakes-pass', { legacy_check_code: 'total = 42\nassert total == 42' }],
  ['a check that refuses the answer', 'answer-fails', { legacy_check_code: 'assert total == 43, "Add both numbers."' }],
  ['a check with a mistake in its code', 'answer-fails', { legacy_check_code: 'assert total = 42' }],
  ['a check that passes at times', 'flaky', { legacy_check_code: 'import random\nassert total == 42 and random.random() < 0.5, "Again."' }],
  [
    'a check that depends on the date',
    'flaky',
    { legacy_check_code: 'import datetime\nassert total == 42 and datetime.date.today().year < 2028, "Late."' },
  ],
  ['a message that tells the answer', 'message', { legacy_check_code: `assert total == 42, "Write ${SUM}"` }],
  ['no legacy check', 'loosened', { legacy_check_code: '' }],
  ['no pattern', 'loosened', { check_val: null }],
  ['a right answer and no check', 'loosened', { answer_code: `${CODE.answer_code}\n`, legacy_check_code: '', check_val: null }],
  [
    'a right answer and a weaker check',
    'mistakes-pass',
    {
      answer_code: 'apples = 17\npears = 25\ntotal = pears + apples\nprint(total)',
      legacy_check_code: 'assert total, "Add both numbers."',
    },
  ],
  ['a wrong answer', 'answer-fails', { answer_code: 'apples = 17\npears = 25\ntotal = apples - pears\nprint(total)' }],
  [
    'a wrong answer and a check that accepts it',
    'old-checks',
    { answer_code: 'apples = 17\npears = 25\ntotal = apples - pears\nprint(total)', legacy_check_code: 'assert total == -8, "Subtract."' },
  ],
  ['an answer with an error', 'answer-fails', { answer_code: 'print(totl)' }],
  ['an empty answer', 'checks-removed', { answer_code: '' }],
  ['an answer that equals the initial code', 'unsolved-passes', { initial_code: CODE.answer_code }],
  ['initial code that passes', 'unsolved-passes', { initial_code: 'apples = 17\npears = 25\ntotal = 42\n' }],
  ['initial code that may pass', 'loosened', { initially_passing: true }],
  ['errors allowed', 'loosened', { error_okay: true }],
  ['an experimental screen', 'loosened', { is_experimental: true }],
  ['code that no longer runs here', 'loosened', { remote_run_only: true }],
  ['the answer shown sooner', 'loosened', { solution_after: 1 }],
  ['most of the answer in the initial code', 'leak', { initial_code: `apples = 17\npears = 25\n${SUM}\n` }],
  ['the answer as a comment of the initial code', 'leak', { initial_code: `apples = 17\npears = 25\n# ${SUM}\n# print(total)\n` }],
  ['the answer in the hint', 'leak', { hint_markdown: `Write:\n\n\`\`\`python\n${CODE.answer_code}\n\`\`\`` }],
  ['a line of the answer in the hint', 'leak', { hint_markdown: `Try \`${SUM}\`.` }],
  ['a line of the answer with other spaces', 'leak', { hint_markdown: 'Try `total=apples  +  pears`.' }],
  ['the answer in the instructions', 'leak', { instructions_markdown: `Write ${SUM}.` }],
  ['the answer in the text', 'leak', { body_markdown: `    ${SUM}` }],
  ['the answer in the title', 'leak', { title: SUM }],
  ['the answer in the display code', 'leak', { display_code: SUM }],
  ['the answer in a comment of the text', 'leak', { body_markdown: `Numbers.\n\n<!-- ${SUM} -->` }],
];

/** Wrong changes of a screen's questions: of both, and null deletes one. */
const QUESTIONS_PLANTED: readonly (readonly [name: string, choice: object | null, number: object | null])[] = [
  ['a deleted question', null, {}],
  ['all questions deleted', null, null],
  ['a wrong choice made right', { answer_options: [option('+', true), option('-', true), option('*')] }, {}],
  ['the right choice made wrong', { answer_options: [option('+'), option('-', true), option('*')] }, {}],
  ['another right choice', { answer_options: [option('%', true), option('-'), option('*')] }, {}],
  ['fewer wrong choices', { answer_options: [option('+', true), option('-')] }, {}],
  ['several choices allowed', { select_type: 'multiple' }, {}],
  ['a wider tolerance', {}, { task: { ...NUMBER.task, tolerance: '9' } }],
  ['another right number', {}, { task: { ...NUMBER.task, value: '2' } }],
  ['a number that became a choice', {}, { task: null, answer_options: [option('2', true), option('3')] }],
];

/** Wrong texts of a screen. */
const TEXTS_PLANTED: readonly (readonly [name: string, kind: ProofFindingKind, text: string])[] = [
  ['a missing image', 'preflight', '![A tree](../../images/none.png)'],
  ['a link to a missing lesson', 'link', '[More](../../../99999-none/lesson.yaml)'],
  ['a link without a target', 'link', 'Read [this]().'],
  ['a text left over', 'preflight', 'TODO: say why.'],
  ['an image without a text', 'preflight', '![](https://lessons.example/tree.png)'],
];

async function makeScreen(sequence: number, body: object) {
  const client = server.client('staff');
  const { id } = await client.createLesson({ body: { sequence, title: 'Planted' } });
  await client.saveLesson({ params: { id }, body: { legacy_check_enabled: true } });
  const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
  const params = { lessonId: id, screenId: newScreenId };
  await client.saveScreen({ params, body });
  const screen = await client.getScreen({ params });
  const propose = async (fields: object): Promise<Proven> => {
    const change = { lesson_id: id, screen_id: newScreenId, base_revision: screen.revision, reason: 'Better' };
    const { proposal, proof } = await client.proposeChange({ body: { ...change, fields } });
    return { isShown: proposal !== null, kinds: proof.findings.map(({ kind }) => kind) };
  };
  return { id, screen, propose };
}

interface Proven {
  readonly isShown: boolean;
  readonly kinds: readonly ProofFindingKind[];
  readonly error?: unknown;
}

it('shows none of the planted wrong proposals to a person', async () => {
  const slipped: (readonly [name: string, proven: Proven])[] = [];
  let planted = 0;
  const plant = async (name: string, kind: ProofFindingKind, proposed: Promise<Proven>) => {
    const proven = await proposed.catch((error: unknown): Proven => ({ isShown: false, kinds: [], error }));
    planted += 1;
    if (proven.isShown || !proven.kinds.includes(kind)) slipped.push([name, proven]);
  };
  const code = await makeScreen(971, CODE);
  for (const [name, kind, fields] of CODE_PLANTED) await plant(name, kind, code.propose(fields));
  const text = await makeScreen(972, { title: 'Signs', body_markdown: 'Signs.', multipleChoiceQuestions: [CHOICE, NUMBER] });
  const [first, second] = text.screen.multipleChoiceQuestions;
  for (const [name, choice, number] of QUESTIONS_PLANTED) {
    const questions = [choice && { ...CHOICE, id: first?.id, ...choice }, number && { ...NUMBER, id: second?.id, ...number }];
    await plant(name, 'question', text.propose({ multipleChoiceQuestions: questions.filter((each) => each !== null) }));
  }
  for (const [name, kind, body_markdown] of TEXTS_PLANTED) await plant(name, kind, text.propose({ body_markdown }));
  expect(planted).toBeGreaterThanOrEqual(50);
  expect(slipped).toEqual([]);
  for (const { id } of [code, text])
    expect(await server.client('staff').listProposals({ query: { of: 'lesson', lesson_id: id } })).toEqual([]);
  // A right one is shown.
  expect(await code.propose({ hint_markdown: 'Use the plus sign.' })).toEqual({ isShown: true, kinds: [] });
}, 1_800_000);

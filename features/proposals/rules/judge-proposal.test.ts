import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TrustFinding, TrustReport } from '#features/check-trust/contract.ts';
import type { QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import type { Finding } from '#features/preflight/contract/finding.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import type { ProofFindingKind } from '../contract.ts';
import type { Evidence, RunEvidence } from './evidence.ts';
import { judgeProposal } from './judge-proposal.ts';

const ANSWER = 'prices = [3, 5]\ntotal = sum(prices) * 2\nprint(total)';
const TEST = {
  slug: 'doubles',
  description: 'Doubles the total',
  code: 'total = 8',
  is_default: false,
  is_boolean_test: false,
  inputs: '',
  expect: { test_pass: false, results: [] },
};
const QUESTION: QuestionContent = {
  uuid: randomUUID(),
  question: 'What is a list?',
  select_type: 'single',
  options: [
    { label: 'A sequence', feedback_message: '', valid: true, skill_uuid: null },
    { label: 'A number', feedback_message: '', valid: false, skill_uuid: null },
    { label: 'A loop', feedback_message: '', valid: false, skill_uuid: null },
  ],
  task: null,
  skill_uuid: null,
};
const GAP: QuestionContent = {
  ...QUESTION,
  uuid: randomUUID(),
  question: 'Half of three?',
  options: [],
  task: QuestionTask.parse({ kind: 'number', value: '1.5', tolerance: '0.1' }),
};

const SCREEN: ScreenContent = {
  uuid: randomUUID(),
  folder: 'totals',
  fields: {
    ...emptyScreenFields('code'),
    title: 'Totals',
    body_markdown: 'Lists have sums.',
    instructions_markdown: 'Double the sum of the prices.',
    hint_markdown: 'There is a function for sums.',
    initial_code: 'prices = [3, 5]\n',
    answer_code: ANSWER,
    custom_check_code: 'assert total == 16',
    legacy_check_code: 'assert total',
    unit_test_code: 'def test_total(): pass',
    unit_test_framework: 'pytest',
    check_val: 'sum',
    check_output: true,
    solution_after: 5,
  },
  skills: [],
  questions: [QUESTION, GAP],
  tests: [TEST],
  answer_output: { stdout: '16\n', stderr: '', images: [] },
  answer_variables: [{ name: 'total' }, { name: 'prices' }],
};

const TRUST: TrustReport = {
  level: 'trusted',
  mistakes: { right: 9, all: 10 },
  rewrites: { right: 5, all: 5 },
  repeats: { right: 5, all: 5 },
  findings: [],
  not_tried: [],
};
const RUNS: RunEvidence = {
  trust: TRUST,
  passesStoredChecks: true,
  tests: [{ slug: 'doubles', name: 'Doubles the total', passes: true }],
  reproducesOutput: true,
  error: null,
};
const OLD: Finding = {
  rule: 'hint-missing',
  severity: 'note',
  place: { screen: null, file: 'lesson.yaml', field: null, line: 1, column: 1, end_line: 1, end_column: 1 },
  message: 'There is no hint.',
  fingerprint: 'a',
  fix: null,
};
const BEFORE: Evidence = { screen: SCREEN, preflight: [OLD], runs: RUNS, newLinks: [], areLinksRequested: true };

/** A wrong proposal: what is after it, and before it where that matters. */
type Wrong = [name: string, kind: ProofFindingKind, after: Evidence, before?: Evidence];

const withFields = (fields: Partial<ScreenFields>): Evidence => ({
  ...BEFORE,
  screen: { ...SCREEN, fields: { ...SCREEN.fields, ...fields } },
});
const withScreen = (screen: Partial<ScreenContent>): Evidence => ({ ...BEFORE, screen: { ...SCREEN, ...screen } });
const withRuns = (runs: Partial<RunEvidence>): Evidence => ({ ...BEFORE, runs: { ...RUNS, ...runs } });
const withTrust = (trust: Partial<TrustReport>): Evidence => withRuns({ trust: { ...TRUST, ...trust } });
const found = (kind: TrustFinding['kind'], text: string): TrustFinding => ({ kind, text, code: '', line: null, cause: null });
const withFound = (kind: TrustFinding['kind'], text: string): Evidence => withTrust({ level: 'broken', findings: [found(kind, text)] });
const withReport = (rule: string, message: string, severity: Finding['severity'] = 'error'): Evidence => ({
  ...BEFORE,
  preflight: [OLD, { ...OLD, rule, message, severity, fingerprint: message }],
});
const withQuestion = (question: Partial<QuestionContent>): Evidence => withScreen({ questions: [{ ...QUESTION, ...question }, GAP] });
const withGap = (task: object): Evidence =>
  withScreen({ questions: [QUESTION, { ...GAP, task: { ...GAP.task, ...task } as QuestionContent['task'] }] });
const [RIGHT, FIRST, SECOND] = QUESTION.options as [
  QuestionContent['options'][0],
  QuestionContent['options'][0],
  QuestionContent['options'][0],
];
const UNCHECKED = withRuns({ trust: null, passesStoredChecks: null });

const WRONG: Wrong[] = [
  ['an answer that fails its checks', 'answer-fails', withFound('answer-fails', 'The answer does not pass its own checks.')],
  ['an answer that ends with an error', 'answer-fails', withRuns({ error: 'NameError: total' })],
  ['an answer that passes at times', 'flaky', withFound('flaky', 'The answer passed in 3 of 5 runs.')],
  ['an answer that depends on the date', 'flaky', withFound('flaky', 'The answer fails on 29 February 2028.')],
  ['initial code that passes', 'unsolved-passes', withFound('passes-unsolved', 'The initial code passes the checks.')],
  ['empty code that passes', 'unsolved-passes', withFound('passes-unsolved', 'Empty code passes the checks.')],
  [
    'the answer of another screen that passes',
    'unsolved-passes',
    withFound('passes-unsolved', 'The answer of screen 2 passes the checks.'),
  ],
  ['a constant that passes', 'shortcut-passes', withFound('shortcut-passes', 'The printed constant passes the checks.')],
  ['an answer that equals the initial code', 'unsolved-passes', withFields({ initial_code: ANSWER })],
  ['an answer that was reduced to the initial code', 'unsolved-passes', withFields({ answer_code: 'prices = [3, 5]' })],
  ['a check that always passes', 'mistakes-pass', withTrust({ level: 'weak', mistakes: { right: 0, all: 10 } })],
  ['a weaker check', 'mistakes-pass', withTrust({ mistakes: { right: 8, all: 10 } })],
  ['a right answer and a weaker check', 'mistakes-pass', withTrust({ mistakes: { right: 13, all: 15 } })],
  ['a wider tolerance in the check', 'mistakes-pass', withTrust({ level: 'weak', mistakes: { right: 6, all: 10 } })],
  ['an answer in which no mistake can be tried', 'mistakes-pass', withTrust({ mistakes: { right: 0, all: 0 } })],
  ['a check that only takes the answer', 'rewrites-fail', withTrust({ level: 'weak', rewrites: { right: 0, all: 5 } })],
  ['a stricter check of the text', 'rewrites-fail', withTrust({ level: 'weak', rewrites: { right: 4, all: 5 } })],
  ['a new check that always passes', 'mistakes-pass', withTrust({ level: 'weak', mistakes: { right: 0, all: 10 } }), UNCHECKED],
  ['a new check that misses much', 'mistakes-pass', withTrust({ level: 'weak', mistakes: { right: 5, all: 10 } }), UNCHECKED],
  ['a new check that is too strict', 'rewrites-fail', withTrust({ level: 'weak', rewrites: { right: 4, all: 5 } }), UNCHECKED],
  ['a new check without anything to notice', 'mistakes-pass', withTrust({ mistakes: { right: 0, all: 0 } }), UNCHECKED],
  [
    'a new check that lets the initial code pass',
    'unsolved-passes',
    withFound('passes-unsolved', 'The initial code passes the checks.'),
    UNCHECKED,
  ],
  [
    'a weak check instead of one that refuses the answer',
    'mistakes-pass',
    withTrust({ level: 'weak', mistakes: { right: 2, all: 10 } }),
    withTrust({ level: 'broken', mistakes: { right: 0, all: 0 }, findings: [found('answer-fails', 'It fails.')] }),
  ],
  ['a message that is an error', 'message', withFound('message-bare', 'Learners read an error instead of a sentence.')],
  ['a message that tells the answer', 'message', withFound('message-tells', 'A message gives the answer away.')],
  ['an answer that fails the stored checks', 'old-checks', withRuns({ passesStoredChecks: false })],
  [
    'a test that no longer fails as it should',
    'old-tests',
    withRuns({ tests: [{ slug: 'doubles', name: 'Doubles the total', passes: false }] }),
  ],
  [
    'a test that fails, beside another of the same description that failed before',
    'old-tests',
    withRuns({ tests: [{ slug: 'two', name: 'Sums', passes: false }] }),
    withRuns({ tests: [{ slug: 'one', name: 'Sums', passes: false }] }),
  ],
  ['a deleted test', 'loosened', withScreen({ tests: [] })],
  ['a test that expects another result', 'loosened', withScreen({ tests: [{ ...TEST, expect: { test_pass: true, results: [] } }] })],
  ['a test that compares less', 'loosened', withScreen({ tests: [{ ...TEST, is_boolean_test: true }] })],
  ['a test of other code', 'loosened', withScreen({ tests: [{ ...TEST, code: 'total = 9' }] })],
  ['no check at all', 'checks-removed', withRuns({ trust: null })],
  ['no custom check', 'loosened', withFields({ custom_check_code: ' \n' })],
  ['no legacy check', 'loosened', withFields({ legacy_check_code: '' })],
  ['no unit tests', 'loosened', withFields({ unit_test_code: '' })],
  ['unit tests turned off', 'loosened', withFields({ unit_test_framework: null })],
  ['no pattern', 'loosened', withFields({ check_val: null })],
  ['output that isn’t checked', 'loosened', withFields({ check_output: false })],
  ['errors allowed', 'loosened', withFields({ error_okay: true })],
  ['initial code that may pass', 'loosened', withFields({ initially_passing: true })],
  ['an experimental screen', 'loosened', withFields({ is_experimental: true })],
  ['an output that isn’t compared', 'loosened', withFields({ dynamic_answer: true })],
  ['code that no longer runs here', 'loosened', withFields({ remote_run_only: true })],
  ['a screen without code', 'loosened', withFields({ type: 'text' })],
  ['the answer shown sooner', 'loosened', withFields({ solution_after: 1 })],
  ['a variable that isn’t compared', 'loosened', withScreen({ answer_variables: [{ name: 'total' }] })],
  ['another recorded output', 'loosened', withScreen({ answer_output: { stdout: '8\n', stderr: '', images: [] } })],
  ['an answer that prints something else', 'output', withRuns({ reproducesOutput: false })],
  ['the answer in the hint', 'leak', withFields({ hint_markdown: `Write:\n\n\`\`\`\n${ANSWER}\n\`\`\`` })],
  ['a line of the answer in the hint', 'leak', withFields({ hint_markdown: 'Try `total = sum(prices) * 2`.' })],
  ['a line of the answer with other spaces', 'leak', withFields({ hint_markdown: 'Try `total=sum( prices )*2`.' })],
  ['the answer in the instructions', 'leak', withFields({ instructions_markdown: 'Write total = sum(prices) * 2.' })],
  ['the answer in the text', 'leak', withFields({ body_markdown: '    total = sum(prices) * 2' })],
  ['the answer in the title', 'leak', withFields({ title: 'total = sum(prices) * 2' })],
  ['the answer in the display code', 'leak', withFields({ display_code: 'total = sum(prices) * 2' })],
  ['most of the answer in the initial code', 'leak', withFields({ initial_code: 'prices = [3, 5]\ntotal = sum(prices) * 2\n' })],
  [
    'the answer as a comment of the initial code',
    'leak',
    withFields({ initial_code: 'prices = [3, 5]\n# total = sum(prices) * 2\n# print(total)' }),
  ],
  ['the answer in a choice', 'leak', withQuestion({ options: [...QUESTION.options, { ...FIRST, label: 'total = sum(prices) * 2' }] })],
  ['a short answer in the hint', 'leak', withFields({ answer_code: 'x = 5', hint_markdown: 'Write x = 5.' })],
  ['a deleted question', 'question', withScreen({ questions: [GAP] })],
  ['a wrong choice made right', 'question', withQuestion({ options: [RIGHT, { ...FIRST, valid: true }, SECOND] })],
  ['the right choice made wrong', 'question', withQuestion({ options: [{ ...RIGHT, valid: false }, { ...FIRST, valid: true }, SECOND] })],
  ['another right choice', 'question', withQuestion({ options: [{ ...RIGHT, label: 'A tree' }, FIRST, SECOND] })],
  ['fewer wrong choices', 'question', withQuestion({ options: [RIGHT, FIRST] })],
  ['several choices allowed', 'question', withQuestion({ select_type: 'multiple' })],
  ['a wider tolerance of a number', 'question', withGap({ tolerance: '10' })],
  ['another right number', 'question', withGap({ value: '2' })],
  ['a dead link', 'link', withReport('link-gone', '“https://example.org/gone” leads nowhere.')],
  ['a link that couldn’t be checked', 'link', withReport('link-unsure', '“https://example.org” didn’t reply.', 'note')],
  ['a link to a missing lesson', 'link', withReport('link-broken', '“../99-none” doesn’t exist.')],
  ['too many links', 'link', { ...BEFORE, newLinks: Array.from({ length: 21 }, (_, at) => `https://example.org/${at}`) }],
  ['a missing image', 'preflight', withReport('image-missing', 'The image doesn’t exist.')],
  ['a misspelled word', 'preflight', withReport('spelling', 'Unknown word “taht”.', 'note')],
  ['a deleted hint', 'preflight', withReport('hint-missing', 'This screen has no hint.', 'note')],
  ['a lesson that is too large to be checked', 'preflight', withReport('lesson-unchecked', 'The lesson couldn’t be checked.', 'warning')],
  [
    'a second finding like one that has moved',
    'preflight',
    { ...BEFORE, preflight: [OLD, { ...OLD, fingerprint: 'moved' }, { ...OLD, fingerprint: 'new' }] },
    { ...BEFORE, preflight: [OLD, { ...OLD, fingerprint: 'placed' }] },
  ],
  ['a dead link in the texts of a lesson', 'link', { ...withReport('link-gone', 'It leads nowhere.'), screen: null, runs: null }],
];

describe('a planted wrong proposal', () => {
  it('is one of at least fifty', () => expect(WRONG.length).toBeGreaterThanOrEqual(50));

  it.each(WRONG)('%s doesn’t pass', (_, kind, after, before = BEFORE) => {
    const proof = judgeProposal(before, after);
    expect(proof.passes).toBe(false);
    expect(proof.findings.map((each) => each.kind)).toContain(kind);
  });
});

describe('a right proposal', () => {
  it.each<[string, Evidence, Evidence?]>([
    ['nothing worse', BEFORE],
    ['a better check', withTrust({ mistakes: { right: 10, all: 10 } })],
    ['as good a check with more mistakes tried', withTrust({ mistakes: { right: 18, all: 20 } })],
    ['a first check that is good', BEFORE, UNCHECKED],
    ['a first check where the stored answer failed', BEFORE, withFound('answer-fails', 'It fails.')],
    ['a plainer hint', withFields({ hint_markdown: 'Use `sum()`, then multiply.' })],
    ['a scaffold in the initial code', withFields({ initial_code: 'prices = [3, 5]\ntotal = ...\n' })],
    ['feedback for a choice', withQuestion({ options: [RIGHT, { ...FIRST, feedback_message: 'No.' }, SECOND] })],
    [
      'better wrong choices',
      withQuestion({ options: [RIGHT, { ...FIRST, label: 'A dictionary' }, SECOND, { ...SECOND, label: 'A set' }] }),
    ],
    ['a finding less', { ...BEFORE, preflight: [] }],
    [
      'a finding whose place has changed',
      { ...BEFORE, preflight: [{ ...OLD, fingerprint: 'moved' }] },
      { ...BEFORE, preflight: [{ ...OLD, fingerprint: 'placed' }] },
    ],
    [
      'a test that failed before as well',
      withRuns({ tests: [{ slug: 'old', name: 'Old', passes: false }] }),
      withRuns({ tests: [{ slug: 'old', name: 'Old', passes: false }] }),
    ],
    [
      'what the checks missed before as well',
      withFound('shortcut-passes', 'A constant passes.'),
      withFound('shortcut-passes', 'A constant passes.'),
    ],
    [
      'an answer that passes at times, as before',
      withFound('flaky', 'The answer passed in 3 of 5 runs.'),
      withFound('flaky', 'The answer passed in 4 of 5 runs.'),
    ],
    ['texts only', { ...BEFORE, runs: null }],
  ])('passes: %s', (_, after, before = BEFORE) => expect(judgeProposal(before, after)).toMatchObject({ passes: true, findings: [] }));

  it('says what was tried, and never that it is right', () => {
    const { facts } = judgeProposal(BEFORE, { ...withTrust({ mistakes: { right: 10, all: 10 } }), newLinks: ['https://example.org'] });
    expect(facts).toEqual([
      'The answer passed its checks in 5 of 5 runs.',
      'The checks noticed 10 of 10 mistakes (before: 9 of 10).',
      'The checks accepted 5 of 5 right rewrites (before: 5 of 5).',
      'The answer also passed the checks as they were stored.',
      '1 of 1 stored test gave what it expects.',
      'The answer printed the recorded output.',
      'No changed text that learners read shows a line of the answer.',
      'Preflight found nothing new.',
      '1 new link requested.',
    ]);
  });

  it('says that code didn’t run where only texts change', () => {
    const text = { ...BEFORE, runs: null, screen: { ...SCREEN, fields: { ...SCREEN.fields, type: 'text' as const } } };
    expect(judgeProposal(text, text).facts[0]).toBe('This screen has no code: only preflight and its links were checked.');
    expect(judgeProposal({ ...BEFORE, runs: null }, { ...BEFORE, runs: null }).facts[0]).toBe('Only texts change, so no code ran.');
  });
});

it('reads hostile texts in time that grows with their length', () => {
  const line = (at: number) => `value_${at} = compute(${at}) + ${'x'.repeat(40)}`;
  const answer_code = Array.from({ length: 20_000 }, (_, at) => line(at)).join('\n');
  const before = withFields({ answer_code });
  const after = withFields({ answer_code, hint_markdown: 'x'.repeat(1_000_000) });
  const started = process.cpuUsage().user;
  expect(judgeProposal(before, after).passes).toBe(true);
  expect(process.cpuUsage().user - started).toBeLessThan(5_000_000);
});

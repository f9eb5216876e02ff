import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ORDER } from '#features/questions/contract/kinds/order.ts';
import { emptyScreenFields, type Screen } from '#features/screens/contract/screens.ts';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { AuthorCalls, type Previewed } from './author-calls.ts';

vi.mock('#platform/web/ui/markdown-editor/preview-renderer.ts', () => ({
  renderPreview: (source: string) => Promise.resolve(`<p>${source}</p>`),
}));

const SAVED = { ...emptyScreenFields('code'), initial_code: 'a = 1', answer_code: 'a = 2' };
const OFF = { enabled: false, pass: false, results: [] };
const WRONG: CheckResult = {
  name: 'output',
  pass: false,
  expected: '2',
  actual: '1',
  feedback: 'Line 1 of your output should be "2", but it is "1".',
  feedback_without_answer: 'Line 1 of your output isn’t right yet: it is "1".',
  hints: [],
};
const DONE = {
  status: 'done',
  code_run_id: 'run',
  output: '1',
  stderr: '',
  images: [],
  vars: [],
  cut: [],
  checks: { output: { enabled: true, pass: false, results: [WRONG] }, variables: OFF, value: OFF, custom: OFF, unit: OFF, legacy: OFF },
  check_summary: 'Wrong answer: 1 check(s) failed.',
  error: null,
};
const PENDING = { status: 'pending', code_run_id: 'run', session_id: 'session', runner_name: 'local', queue_position: 2 };

const sent = vi.fn<(path: string, body: unknown) => unknown>();
let previewed: Previewed;
beforeEach(() => {
  previewed = {
    lesson: {
      id: 7,
      type: 'mission',
      show_expected_values: false,
      language: 'python',
      custom_check_enabled: false,
      legacy_check_enabled: false,
    },
    screen: { ...SAVED, id: 9, answer_variables: [] as unknown } as Screen,
    fields: SAVED,
    questions: [],
    files: [],
    images: null,
  };
  vi.stubGlobal('fetch', (path: string, init?: { body?: string }) => {
    const reply = sent(path, init?.body === undefined ? undefined : (JSON.parse(init.body) as unknown));
    return Promise.resolve(new Response(JSON.stringify(reply), { status: 200 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.mockReset();
});

it('runs code with the unsaved fields, and shows what its learner would see', async () => {
  sent.mockReturnValue(DONE);
  const calls = new AuthorCalls(previewed);
  // An edit after the preview was opened.
  calls.update({ ...previewed, fields: { ...SAVED, answer_code: 'a = 3' } });
  const run = await calls.run(1, 'print(1)', true);
  expect(sent.mock.calls[0]?.[1]).toEqual({ lesson_id: 7, screen_id: 9, code: 'print(1)', draft: { answer_code: 'a = 3' } });
  expect(run).toMatchObject({ status: 'done', verdict: { is_correct: false, checks: [{ feedback: WRONG.feedback_without_answer }] } });
});

it('follows a run that is not finished at once, and stays without a verdict if it was not submitted', async () => {
  const calls = new AuthorCalls(previewed);
  sent.mockReturnValueOnce(PENDING).mockReturnValueOnce(DONE);
  expect(await calls.run(1, 'print(1)', false)).toEqual({ status: 'pending', run_id: 'run', queue_position: 2 });
  expect(await calls.runResult('run')).toMatchObject({ status: 'done', output: '1', verdict: null });
  expect(sent.mock.calls[1]?.[0]).toContain('/9/local/session/run');
});

it('gives a run that is not submitted the lines of the learner', async () => {
  const calls = new AuthorCalls({ ...previewed, fields: { ...SAVED, inputs: 'of the screen' } });
  sent.mockReturnValue(DONE);
  await calls.run(1, 'input()', false, 'own');
  await calls.run(1, 'input()', true, 'own');
  const drafts = sent.mock.calls.slice(-2).map(([, body]) => (body as { draft: object }).draft);
  expect(drafts).toEqual([{ inputs: 'own' }, { inputs: 'of the screen' }]);
});

it('runs another order of lines with the unsaved check, whose verdict counts on experimental screens, too', async () => {
  const lines = ['a = 1', 'b = 2'].map((text) => ({ text, group: null }));
  const task = { ...ORDER.empty(), lines, accepts_other_orders: true };
  const question = { question: '', select_type: 'single' as const, answer_options: [], task };
  const unchecked = new AuthorCalls({ ...previewed, questions: [question] });
  // Shuffled so that it isn't right.
  const answer = { picked: [], given: ['0', '1'] };
  expect(await unchecked.answer(1, 0, answer)).not.toHaveProperty('needs_run');
  const calls = new AuthorCalls({ ...previewed, questions: [question], fields: { ...SAVED, check_output: true, is_experimental: true } });
  expect(await calls.answer(1, 0, answer)).toMatchObject({ is_correct: false, needs_run: true });
  sent.mockReturnValueOnce(PENDING).mockReturnValueOnce(DONE);
  expect(await calls.runAnswer(1, 0, answer)).toMatchObject({ status: 'pending' });
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ code: 'b = 2\na = 1\n', draft: { check_output: true, is_experimental: true } });
  expect(await calls.runResult('run')).toMatchObject({ verdict: { is_correct: false } });
});

it('judges a run by the screen that it was started on, although another one is open by then', async () => {
  sent.mockReturnValueOnce(PENDING).mockReturnValue(DONE);
  const calls = new AuthorCalls(previewed);
  const { run_id } = await calls.run(1, 'print(1)', true);
  calls.update({ ...previewed, screen: { ...previewed.screen, id: 10 }, fields: { ...SAVED, is_experimental: true } });
  expect(await calls.runResult(run_id ?? '')).toMatchObject({ verdict: { is_correct: false } });
  expect(sent.mock.calls[1]?.[0]).toContain('/9/');
});

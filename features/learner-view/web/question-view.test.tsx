import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PreviewQuestion, PreviewResult, PreviewRun, PreviewVerdict } from '#features/publishing/contract/previews.ts';
import type { QuestionAsk } from '#features/questions/contract/kinds/asks.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import { type AnswerVerdict, judgeAnswer, type JudgeOptions } from './judge-answer.ts';
import { CHOOSE } from './kinds/choose.ts';
import type { LearnerAnswer } from './learner-answer.ts';
import { QuestionView } from './question-view.tsx';

const WRONG: PreviewVerdict = { is_correct: false, picked: [], parts: [], feedback_html: [], note: null, output: null };

let root: Root;
let place: HTMLElement;
/** The last answer. */
let answered: LearnerAnswer;
const judge = vi.fn<(answer: LearnerAnswer, options: JudgeOptions) => Promise<AnswerVerdict>>();
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  judge.mockReset().mockResolvedValue(WRONG);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.restoreAllMocks();
});

function Asked({ question, given, graded }: { question: PreviewQuestion; given: string[]; graded: PreviewVerdict | null }) {
  const [answer, setAnswer] = useState<LearnerAnswer>({ picked: [], given });
  const keep = (next: LearnerAnswer) => {
    answered = next;
    setAnswer(next);
  };
  return (
    <QuestionView
      question={question}
      name="Question"
      answer={answer}
      onAnswer={keep}
      judge={graded ? null : judge}
      graded={graded}
      lesson={{ language: 'python', sql_max_rows: 100 }}
      errorText={String}
    />
  );
}

/** Shows a question. The first one loads what it is answered with. */
async function show(ask: QuestionAsk, { given = [], graded = null }: { given?: string[]; graded?: PreviewVerdict | null } = {}) {
  const question = { question_html: safeHtml('<p>Well?</p>'), select_type: 'single' as const, options: [], ask };
  act(() => root.render(<Asked question={question} given={given} graded={graded} />));
  await untilRendered(() => expect(place.textContent).not.toContain('Loading'));
}

/** A field, which may be of any kind. */
const find = (selector: string) => {
  const found = place.querySelector<HTMLInputElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};
const labelled = (label: string) => find(`[aria-label="${label}"]`);
const buttonOf = (text: string) => {
  const found = [...place.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(text));
  if (!found) throw new Error(`There is no button ${text}.`);
  return found;
};
function type(field: HTMLInputElement | HTMLSelectElement, text: string) {
  act(() => {
    // React only notices values that were set by the element's own setter.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }));
  });
}
const press = (key: string, options: KeyboardEventInit = {}) =>
  act(
    async () =>
      void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options })),
  );

it('submits a number with Enter, and says what is wrong with its form', async () => {
  judge.mockResolvedValue({ ...WRONG, note: 'Add the unit.', feedback_html: [safeHtml('<p>Twice too much.</p>')] });
  await show({ kind: 'number', has_unit: true, allows_formula: true });
  const field = find('input');
  expect(place.textContent).toContain('A number, or a formula such as 3/4, with its unit.');
  expect(buttonOf('Submit answer').disabled).toBe(true);
  type(field, '3 km');
  field.focus();
  await press('Enter');
  expect(judge.mock.lastCall?.[0]).toEqual({ picked: [], given: ['3 km'] });
  expect(place.textContent).toContain('Not correct yet.Add the unit.');
  expect(place.textContent).toContain('Twice too much.');
  type(field, '3 m');
  expect(place.textContent).not.toContain('Add the unit.');
});

it('goes from gap to gap with Enter, submits after the last one, and marks each', async () => {
  judge.mockResolvedValue({ ...WRONG, parts: [true, false, false] });
  await show({
    kind: 'blanks',
    is_code: true,
    pieces: ['for ', { choices: null }, ' in ', { choices: null }, ': ', { choices: ['a', 'b'] }],
  });
  const gap = (number: number) => labelled(`Gap ${number} of 3`);
  type(gap(1), 'x');
  gap(1).focus();
  await press('Enter');
  expect(document.activeElement).toBe(gap(2));
  type(gap(3), 'b');
  type(gap(2), 'y');
  await press('Enter');
  expect(judge.mock.lastCall?.[0]).toEqual({ picked: [], given: ['x', 'y', 'b'] });
  expect([...place.querySelectorAll('[role="img"]')].map((mark) => mark.getAttribute('aria-label'))).toEqual(['Right', 'Wrong', 'Wrong']);
  expect(place.textContent).toContain('1 of 3 is right.');
});

it('puts lines in order with the keyboard alone, announces each move, and keeps the focus', async () => {
  await show({ kind: 'order', lines: ['b()', 'a()', 'c()'], has_indentation: true, is_code: true });
  act(() => buttonOf('a()').focus());
  act(() => buttonOf('a()').click());
  expect(document.activeElement).toBe(buttonOf('c()'));
  act(() => buttonOf('c()').click());
  expect(document.activeElement).toBe(buttonOf('b()'));
  act(() => buttonOf('b()').click());
  expect(answered.given).toEqual(['1:0', '2:0', '0:0']);
  expect(document.activeElement).toBe(buttonOf('b()'));
  await press('ArrowUp');
  expect(answered.given).toEqual(['1:0', '0:0', '2:0']);
  expect(place.textContent).toContain('Line 2 of 3, not indented.');
  await press('ArrowRight');
  expect(answered.given).toEqual(['1:0', '0:1', '2:0']);
  expect(document.activeElement).toBe(buttonOf('b()'));
  await press('Delete');
  expect(answered.given).toEqual(['1:0', '2:0']);
  expect(place.textContent).toContain('Taken out. 2 lines are left in your answer.');
  expect(document.activeElement).toBe(buttonOf('c()'));
});

it('keeps arrow keys from turning the screen, and leaves others to the page', async () => {
  await show({ kind: 'order', lines: ['b()', 'a()'], has_indentation: false, is_code: true }, { given: ['0', '1'] });
  act(() => buttonOf('b()').focus());
  const seen = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener('keydown', seen);
  for (const key of ['ArrowRight', 'ArrowDown', 'k']) await press(key);
  document.removeEventListener('keydown', seen);
  expect(seen.mock.calls.map(([event]) => event.key)).toEqual(['k']);
  expect(answered.given).toEqual(['1', '0']);
});

it('has words in the menus of a match, or letters where they are more than words', async () => {
  const lefts = [safeHtml('<p>one</p>'), safeHtml('<p>two</p>')];
  const options = () => [...place.querySelectorAll('select:first-of-type option')].map(({ textContent }) => textContent).slice(0, 4);
  await show({ kind: 'match', lefts, choices: [safeHtml('<p><code>2</code> of &lt;it&gt;</p>'), safeHtml('<p>1</p>')] });
  expect(options().slice(0, 3)).toEqual([CHOOSE, '2 of <it>', '1']);
  const [first, second] = place.querySelectorAll('select');
  type(second!, '1');
  expect(answered.given).toEqual(['', '1']);
  type(first!, '0');
  expect(answered.given).toEqual(['0', '1']);
  await show({ kind: 'match', lefts, choices: [safeHtml('<p>2 <img src="a.png" alt=""></p>'), safeHtml('<p>1</p>')] });
  expect(options().slice(0, 3)).toEqual([CHOOSE, 'A', 'B']);
  expect(labelled('Choices').textContent).toContain('B1');
});

it('shows what the code printed after the answer', async () => {
  judge.mockResolvedValue({ ...WRONG, output: '1\n2\n' });
  await show({ kind: 'predict', code: 'print(1)\nprint(2)' });
  const field = find('textarea');
  type(field, '1 2');
  field.focus();
  await press('Enter');
  expect(judge).not.toHaveBeenCalled();
  await press('Enter', { ctrlKey: true });
  expect(labelled('Output').textContent).toBe('1\n2\n');
});

it.each<{ ask: QuestionAsk; given: string[] }>([
  { ask: { kind: 'text' }, given: ['a'] },
  { ask: { kind: 'blanks', is_code: false, pieces: [{ choices: null }, { choices: ['a'] }] }, given: ['a', 'gone', 'more'] },
  { ask: { kind: 'order', lines: ['a', 'b'], has_indentation: false, is_code: false }, given: ['7', '1', '1', 'x'] },
  { ask: { kind: 'match', lefts: [safeHtml('a')], choices: [safeHtml('b')] }, given: ['9', '9'] },
  { ask: { kind: 'predict', code: 'a' }, given: ['a'] },
])('shows an answer of $ask.kind that was handed in, without what no longer fits, and lets nobody change it', async ({ ask, given }) => {
  const said = vi.spyOn(console, 'error');
  await show(ask, { given, graded: { ...WRONG, parts: [false] } });
  expect(place.textContent).toContain('Not correct.');
  const fields = [...place.querySelectorAll<HTMLInputElement>('input, textarea, select')];
  expect(fields.every(({ disabled, readOnly }) => disabled || readOnly)).toBe(true);
  expect(place.querySelectorAll('button')).toHaveLength(0);
  expect(said).not.toHaveBeenCalled();
});

it('keeps an answer to an assessment, and says when nothing of it is open', async () => {
  const ask: QuestionAsk = { kind: 'blanks', is_code: false, pieces: [{ choices: null }, ' and ', { choices: null }] };
  const question = { question_html: NO_HTML, select_type: 'single' as const, options: [], ask };
  function Assessed() {
    const [answer, setAnswer] = useState<LearnerAnswer>({ picked: [], given: [] });
    return <QuestionView question={question} name="Question" answer={answer} onAnswer={setAnswer} judge={null} errorText={String} />;
  }
  act(() => root.render(<Assessed />));
  await untilRendered(() => expect(place.querySelectorAll('input')).toHaveLength(2));
  type(labelled('Gap 1 of 2'), 'a');
  expect(place.textContent).toContain('It is graded when you hand in.');
  type(labelled('Gap 2 of 2'), 'b');
  expect(place.textContent).toContain('Answer saved.');
});

describe('an answer that runs as a program', () => {
  const RAN: PreviewResult = {
    status: 'done',
    run_id: 'run',
    output: '42',
    stderr: '',
    error: null,
    error_line: null,
    earlier_errors: [],
    images: [],
    variables: [],
    limit: null,
    limit_at: null,
    is_cut: false,
    verdict: { is_correct: true, checks: [] },
  };
  const calls = {
    answer: () => Promise.resolve<PreviewVerdict>({ ...WRONG, note: 'The first line is right.', needs_run: true }),
    runAnswer: vi.fn<() => Promise<PreviewRun>>(),
    runResult: vi.fn<() => Promise<PreviewRun>>(),
    stopRun: vi.fn<() => Promise<unknown>>(),
  };
  beforeEach(async () => {
    judge.mockImplementation((answer, options) => judgeAnswer(calls, { screen: 1, question: 0 }, answer, options));
    await show({ kind: 'order', lines: ['b()', 'a()'], has_indentation: false, is_code: true }, { given: ['0', '1'] });
  });
  const submit = () => act(async () => buttonOf('Submit answer').click());

  it('has the verdict of the check, and shows what it printed', async () => {
    calls.runAnswer.mockResolvedValue(RAN);
    await submit();
    await untilRendered(() => expect(find('[aria-label="Run of your answer"]').textContent).toContain('42'));
    expect(place.textContent).toContain('Correct.');
    expect(place.textContent).not.toContain('The first line is right.');
  });

  it('shows what the check says of a wrong one, and its error', async () => {
    const checks = [{ pass: false, feedback: 'x isn’t right yet.', hints: [] }];
    calls.runAnswer.mockResolvedValue({ ...RAN, error: 'NameError: x', error_line: 1, verdict: { is_correct: false, checks } });
    await submit();
    await untilRendered(() => expect(place.textContent).toContain('Error in line 1'));
    expect(place.textContent).toContain('Not correct yet.x isn’t right yet.');
  });

  it('is not wrong if it can’t run', async () => {
    calls.runAnswer.mockRejectedValue('No runner is free.');
    await submit();
    expect(place.textContent).toContain('No runner is free.');
    expect(place.textContent).not.toContain('Not correct');
  });

  it.each([0, 500])('stops once the answer is changed, also if it is only known %i ms later', async (ms) => {
    vi.useFakeTimers();
    const pending = { status: 'pending', run_id: 'run', queue_position: 0 } as const;
    calls.runAnswer.mockImplementation(() =>
      ms === 0 ? Promise.resolve(pending) : new Promise((resolve) => setTimeout(resolve, ms, pending)),
    );
    calls.runResult.mockResolvedValue(RAN);
    calls.stopRun.mockResolvedValue(null);
    await submit();
    expect(place.textContent).toContain('Running…');
    act(() => buttonOf('b()').focus());
    await press('Delete');
    expect(place.textContent).not.toContain('Running…');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();
    expect(calls.stopRun).toHaveBeenCalledWith('run');
    expect(place.textContent).not.toContain('Correct.');
  });
});

it('drags lines into the answer and back, and cancels with Escape', async () => {
  // A line is 40 pixels high. The unused ones are at the left, the answer is at the right.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const list = this.closest('ul, ol');
    const [left, row] = [list?.matches('ol') ? 500 : 0, this.closest('li')];
    if (list === null || row === null) return new DOMRect(left, 0, 400, 400);
    return new DOMRect(left, [...list.querySelectorAll('[data-line]')].indexOf(row) * 40, 400, 40);
  });
  await show({ kind: 'order', lines: ['b()', 'a()', 'c()'], has_indentation: true, is_code: true });
  const drag = (text: string, x: number, y: number, { key, isClicked = true }: { key?: string; isClicked?: boolean } = {}) => {
    const line = buttonOf(text);
    const { left, top } = line.getBoundingClientRect();
    const send = (type: string, clientX: number, clientY: number) =>
      act(
        () => void line.dispatchEvent(new PointerEvent(type, { clientX, clientY, pointerType: 'mouse', bubbles: true, cancelable: true })),
      );
    send('pointerdown', left + 10, top + 20);
    send('pointermove', x, y);
    if (key !== undefined) act(() => void globalThis.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true })));
    send('pointerup', x, y);
    if (isClicked) act(() => line.click());
  };
  drag('a()', 510, 200);
  expect(answered.given).toEqual(['1:0']);
  // No deeper than one level more than the line before it.
  drag('b()', 600, 200);
  expect(answered.given).toEqual(['1:0', '0:1']);
  drag('c()', 510, 50);
  expect(answered.given).toEqual(['1:0', '2:0', '0:1']);
  drag('a()', 510, 200, { key: 'Escape' });
  drag('b()', 510, 5);
  expect(answered.given).toEqual(['0:0', '1:0', '2:0']);
  drag('a()', 100, 100);
  expect(answered.given).toEqual(['0:0', '2:0']);
  // The end of a drag is no click, which would add it.
  drag('a()', 100, 800);
  expect(answered.given).toEqual(['0:0', '2:0']);
  // The line left its list, so no click ends this drag. The next one is meant.
  drag('a()', 510, 5, { isClicked: false });
  expect(answered.given).toEqual(['1:0', '0:0', '2:0']);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  act(() => labelled('Move down: a()').click());
  expect(answered.given).toEqual(['0:0', '1:0', '2:0']);
});

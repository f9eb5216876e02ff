import { expect, it, vi } from 'vitest';
import { QUESTION_KINDS } from '#features/questions/contract/kinds/kinds.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import { askedSources, askUnsaved, judgeUnsaved } from './unsaved-question.ts';

vi.mock('#platform/web/ui/markdown-editor/preview-renderer.ts', () => ({
  renderPreview: (source: string) => Promise.resolve(`<p>${source}</p>`),
}));

const option = { skill_id: null, valid: false, feedback_message: '' };
const CHOICE = {
  question: 'Which?',
  select_type: 'single' as const,
  answer_options: [
    { ...option, label: 'This', valid: true, feedback_message: 'Yes.' },
    { ...option, label: 'That' },
  ],
};
const asking = (task: QuestionTask) => ({ ...CHOICE, task });
const MATCH: QuestionTask = {
  kind: 'match',
  pairs: [
    { left: 'one', right: '1' },
    { left: 'two', right: '2' },
  ],
  spares: ['3'],
  feedback: [{ answer: '3', message: 'That is *three*.' }],
};

it('judges a question that is not saved by what was picked', async () => {
  const asTask = { parts: [], feedback_html: [], note: null, output: null };
  expect(await judgeUnsaved(CHOICE, { picked: [0] }, null)).toEqual({
    is_correct: true,
    picked: [{ index: 0, valid: true, feedback_html: '<p>Yes.</p>' }],
    ...asTask,
  });
  expect(await judgeUnsaved(CHOICE, { picked: [1] }, null)).toEqual({
    is_correct: false,
    picked: [{ index: 1, valid: false, feedback_html: '' }],
    ...asTask,
  });
});

it('asks and judges a task with the same shuffled choices, and renders its feedback', async () => {
  const sources = askedSources(asking(MATCH), null);
  expect(sources).toEqual(expect.arrayContaining(['Which?', 'one', 'two', '1', '2', '3']));
  expect(sources).not.toContain('That is *three*.');
  const { ask, options } = askUnsaved(asking(MATCH), null, safeHtml);
  expect(options).toEqual([]);
  if (ask?.kind !== 'match') throw new Error('It asks something else.');
  const given = (...rights: string[]) => rights.map((right) => String(ask.choices.indexOf(safeHtml(right))));
  expect(await judgeUnsaved(asking(MATCH), { given: given('1', '2') }, null)).toMatchObject({ is_correct: true, parts: [true, true] });
  expect(await judgeUnsaved(asking(MATCH), { given: given('1', '3') }, null)).toMatchObject({
    is_correct: false,
    parts: [true, false],
    feedback_html: ['<p>That is *three*.</p>'],
  });
});

it('can ask and judge every kind before its author has written anything', async () => {
  for (const kind of Object.values(QUESTION_KINDS)) {
    const question = asking(kind.empty());
    expect(askUnsaved(question, 'python', safeHtml).ask?.kind).toBe(kind.kind);
    expect((await judgeUnsaved(question, { given: ['x'] }, null)).is_correct).toBe(false);
  }
});

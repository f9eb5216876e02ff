import { expect, it } from 'vitest';
import { kindLabel } from '#features/questions/contract/kinds/kinds.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import type { DiffHunk } from '../contract/pull-diffs.ts';
import { diffSettings, diffTaskTexts, type Render } from './diff-task.ts';

/** Shows both texts, so that it is clear what was compared with what. */
const render: Render = async (before, after) => {
  if (before === null && after === null) return [];
  const kind = before === null ? 'added' : after === null ? 'removed' : before === after ? 'same' : 'changed';
  return [{ kind, html: safeHtml(`${before} → ${after}`), before: null, after: null }];
};

const SIGNS = { same: ' ', added: '+', removed: '-' };
const signed = (hunks: readonly DiffHunk[]) => hunks.flatMap(({ lines }) => lines.map(({ kind, text }) => SIGNS[kind] + text)).join('|');

async function diff(before: object | null, after: object | null) {
  const [old, current] = [before, after].map((task) => task && QuestionTask.parse(task));
  const parts = (await diffTaskTexts(old ?? null, current ?? null, render)) ?? [];
  return {
    kind: kindLabel(current ?? null),
    parts: parts.map(
      ({ change, label, text, hunks }) => `${change} ${label}: ${hunks ? signed(hunks) : text.map(({ html }) => html).join('')}`,
    ),
    settings: diffSettings(old, current).map(({ label, before: was, after: is }) => `${label}: ${was} → ${is}`),
  };
}

it('compares the texts of a task, each with the one that it was', async () => {
  const before = { kind: 'text', answers: [{ text: 'Paris' }], feedback: [{ answer: 'Rome', message: 'That is *Italy*.' }] };
  const after = { kind: 'text', answers: [{ text: 'paris' }, { text: 'Paris' }], feedback: [{ answer: 'Rome', message: 'In Italy.' }] };
  expect(await diff(before, after)).toEqual({
    kind: 'Text',
    parts: [
      'added Answer 1: null → ```\nparis\n```',
      'same Answer 2: ```\nParis\n``` → ```\nParis\n```',
      'same Wrong answer 1: ```\nRome\n``` → ```\nRome\n```',
      'changed Feedback 1: That is *Italy*. → In Italy.',
    ],
    settings: [],
  });
});

it('says what else changed, and nothing where nothing did', async () => {
  const before = { kind: 'number', value: '3', tolerance: '1e-3' };
  const after = { ...before, tolerance: '0.01', allows_formula: true };
  expect(await diff(before, after)).toMatchObject({
    settings: ['Tolerance: 1e-3 → 0.01', 'Allows formula: no → yes'],
  });
  expect(await diff(before, before)).toMatchObject({ settings: [] });
  expect(await diff({ ...before, kind: 'predict', code: '1', output: '1' }, { kind: 'predict', code: '1', output: '2' })).toMatchObject({
    parts: ['same Code: ```\n1\n``` → ```\n1\n```', 'changed Output: -1|+2'],
    settings: [],
  });
});

it.each<[what: string, before: object, after: object, part: string]>([
  [
    'code to predict',
    { kind: 'predict', code: 'a = 1\nb = 2\nc = 3\n' },
    { kind: 'predict', code: 'a = 1\nb = 5\nc = 3\n' },
    ' a = 1|-b = 2|+b = 5| c = 3',
  ],
  [
    'code with gaps',
    { kind: 'blanks', text: 'x = [[1]]\ny = 2' },
    { kind: 'blanks', text: 'x = [[1]]\ny = [[2]]' },
    ' x = [[1]]|-y = 2|+y = [[2]]',
  ],
  [
    'a line to put in order',
    { kind: 'order', lines: [{ text: 'a' }, { text: 'b' }] },
    { kind: 'order', lines: [{ text: 'a' }, { text: 'c' }] },
    '-b|+c',
  ],
])('shows the changed lines of %s', async (_, before, after, part) => {
  const { parts } = await diff(before, after);
  expect(parts.filter((each) => each.startsWith('changed')).map((each) => each.slice(each.indexOf(': ') + 2))).toEqual([part]);
});

it('shows another kind with its texts, and what isn’t at its default', async () => {
  expect(await diff(null, { kind: 'number', value: '3 ``` 4', unit: 'kg' })).toEqual({
    kind: 'Number',
    parts: ['added Value: null → ````\n3 ``` 4\n````'],
    settings: ['Kind: Multiple choice → Number', 'Unit: null → kg'],
  });
  expect(await diff({ kind: 'number', value: '3' }, null)).toMatchObject({
    kind: 'Multiple choice',
    parts: ['removed Value: ```\n3\n``` → null'],
    settings: ['Kind: Number → Multiple choice'],
  });
});

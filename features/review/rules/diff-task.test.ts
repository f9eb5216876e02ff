import { expect, it } from 'vitest';
import { kindLabel } from '#features/questions/contract/kinds/kinds.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import { diffSettings, diffTaskTexts, type Render } from './diff-task.ts';

/** Shows both texts, so that it is clear what was compared with what. */
const render: Render = async (before, after) => {
  if (before === null && after === null) return [];
  const kind = before === null ? 'added' : after === null ? 'removed' : before === after ? 'same' : 'changed';
  return [{ kind, html: safeHtml(`${before} → ${after}`), before: null, after: null }];
};

async function diff(before: object | null, after: object | null) {
  const [old, current] = [before, after].map((task) => task && QuestionTask.parse(task));
  const parts = (await diffTaskTexts(old ?? null, current ?? null, render)) ?? [];
  return {
    kind: kindLabel(current ?? null),
    parts: parts.map(({ change, label, text }) => `${change} ${label}: ${text.map(({ html }) => html).join('')}`),
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
    parts: ['same Code: ```\n1\n``` → ```\n1\n```', 'changed Output: ```\n1\n``` → ```\n2\n```'],
    settings: [],
  });
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

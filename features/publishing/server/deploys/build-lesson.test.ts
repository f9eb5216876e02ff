import { expect, it } from 'vitest';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { buildLesson } from './build-lesson.ts';
import type { BuildSource } from './read-lesson-for-build.ts';

const screen = (uuid: string, fields: Partial<ScreenFields>) => ({
  id: 1,
  uuid,
  folder: uuid,
  fields: { ...emptyScreenFields('code'), title: uuid, ...fields },
  attached: { skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] },
});

const build = async (screens: ReturnType<typeof screen>[]) => {
  const lesson = {
    sequence: 1,
    attached: { datasets: [], packages: [] },
    fields: { ...emptyLessonFields({ title: '', author: '' }), language: 'python' },
  };
  const source = { lesson, screens, files: [], images: [], datasets: [], environment: null, packages: null, missing: [] };
  const warnings: string[] = [];
  const { snapshot } = await buildLesson(
    source as unknown as BuildSource,
    { videoHosts: [], readText: () => Promise.resolve(null), answers: new Map(), isAnyway: false },
    ({ level, text }) => level === 'warning' && warnings.push(text),
    new AbortController().signal,
  );
  return { screens: snapshot.screens, warnings };
};

it('builds a screen with the answer that it starts from, which reads no file that isn’t there', async () => {
  const { screens, warnings } = await build([
    screen('a', { answer_code: 'x = 1' }),
    screen('b', { answer_code: 'y = 1', initial_code: 'pd.read_csv("gone.csv")', starts_from: 'a' }),
  ]);
  expect(screens.map(({ fields }) => fields.initial_code)).toEqual(['', 'x = 1']);
  expect(warnings.join()).not.toContain('gone.csv');
});

it('renders the texts of each draw', async () => {
  const fields = { values: 'n = 1..3', body_markdown: 'Add {{ n }}.', hint_markdown: 'Use `+`.', answer_code: '1' };
  const [built] = (await build([screen('a', fields)])).screens;
  const draws = built ? [built, ...(built.draws ?? [])] : [];
  expect(draws.map(({ body_html }) => body_html.trim()).toSorted()).toEqual(['<p>Add 1.</p>', '<p>Add 2.</p>', '<p>Add 3.</p>']);
  expect(new Set(draws.map(({ hint_html }) => hint_html.trim()))).toEqual(new Set(['<p>Use <code>+</code>.</p>']));
});

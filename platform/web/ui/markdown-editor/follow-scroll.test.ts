import { expect, it } from 'vitest';
import { previewTop } from './follow-scroll.ts';

const source = (scrollTop: number, scrollHeight: number) => ({ scrollTop, scrollHeight, clientHeight: 400 });
const preview = (scrollHeight: number) => ({ scrollHeight, clientHeight: 400 });

it.each([
  ['with the source', source(300, 1_000), 0, preview(1_600), 600],
  ['to the end with the source', source(600, 1_000), 0, preview(1_600), 1_200],
  ['to the caret of a source that is in sight', source(0, 400), 1, preview(700), 300],
  ['to the middle of a source that is in sight', source(0, 200), 0.5, preview(700), 150],
  ['nowhere if it is in sight itself', source(0, 400), 1, preview(300), 0],
])('a preview is scrolled %s', (_, from, caret, to, top) => {
  expect(previewTop(from, caret, to)).toBe(top);
});

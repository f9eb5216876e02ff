import { expect, it } from 'vitest';
import type { PreviewedReplacement, PreviewedText } from '../contract.ts';
import { changeKey, chosenTexts, countChosen, keysOf, withKeys } from './chosen-changes.ts';

const text = (screen_id: number | null, field: string, ...offsets: number[]): PreviewedText => ({
  screen_id,
  screen_sequence: screen_id,
  screen_title: null,
  field,
  kind: 'text',
  label: 'Learn',
  hash: 'h',
  changes: offsets.map((from) => ({ from, to: from + 1, line: 1, head: '', removed: 'a', added: 'b', tail: '' })),
});
const lesson = (id: number, ...texts: PreviewedText[]): PreviewedReplacement => ({ id, sequence: id, title: '', release_name: '', texts });
const preview = { lessons: [lesson(1, text(null, 'title', 0), text(7, 'body_markdown', 3, 9)), lesson(2, text(8, 'body_markdown', 0))] };

it('everything is chosen at first', () => {
  const texts = chosenTexts(preview, new Set());
  expect(texts.map(({ lesson_id, screen_id, ranges }) => [lesson_id, screen_id, ranges.length])).toEqual([
    [1, null, 1],
    [1, 7, 2],
    [2, 8, 1],
  ]);
  expect(countChosen(texts)).toEqual({ changes: 4, lessons: 2 });
});

it('a change, a lesson or a screen is left out', () => {
  const one = new Set([changeKey(1, { screen_id: 7, field: 'body_markdown' }, 3)]);
  expect(chosenTexts(preview, one)[1]?.ranges).toEqual([{ from: 9, to: 10 }]);
  const whole = withKeys(one, preview.lessons[0] ? keysOf(preview.lessons[0]) : [], true);
  expect(chosenTexts(preview, whole).map(({ lesson_id }) => lesson_id)).toEqual([2]);
  expect(withKeys(whole, [...whole], false).size).toBe(0);
  expect(chosenTexts(preview, new Set(), new Set([7])).map(({ screen_id }) => screen_id)).toEqual([null, 8]);
});

import { describe, expect, it } from 'vitest';
import { COLLAPSED_PX, evenLayout, parseLayout } from './layout.ts';

const ids = ['content', 'code', 'output'];

describe('evenLayout', () => {
  it.each([
    [[], [33.33, 33.33, 33.33]],
    [['code'], [48.2, 3.6, 48.2]],
    [
      ['content', 'output'],
      [3.6, 92.8, 3.6],
    ],
    [
      ['content', 'code', 'output'],
      [33.33, 33.33, 33.33],
    ],
  ])('with %j collapsed', (collapsed, shares) => {
    const layout = evenLayout(ids, new Set(collapsed), (COLLAPSED_PX / 3.6) * 100);
    ids.forEach((id, index) => expect(layout[id]).toBeCloseTo(shares[index] ?? Number.NaN, 1));
  });
});

describe('parseLayout', () => {
  it.each([
    ['nothing stored', null, null],
    ['no JSON', '{', null],
    ['another thing', '7', null],
    ['a pane is missing', '{"content":50,"code":50}', null],
    ['a pane too many', '{"content":20,"code":50,"output":30,"project":0}', null],
    ['one of a single pane', '{"content":100}', null],
    ['shares that do not add up', '{"content":50,"code":50,"output":50}', null],
    ['a negative share', '{"content":-10,"code":60,"output":50}', null],
    ['a layout', '{"content":20,"code":50,"output":30}', { content: 20, code: 50, output: 30 }],
  ])('%s', (_, stored, expected) => {
    expect(parseLayout(stored, ids)).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { COLLAPSED_PX, evenLayout, parseLayout, stepDivider } from './layout.ts';

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

describe('a divider that is clicked', () => {
  const layout = { content: 30, code: 40, output: 30 };

  it('moves by a step, and leaves the other panes', () => {
    expect(stepDivider(layout, ids, 0, 1, 15)).toEqual({ content: 35, code: 35, output: 30 });
    expect(stepDivider(layout, ids, 1, -1, 15)).toEqual({ content: 30, code: 35, output: 35 });
  });

  it('stops where a pane would become too narrow', () => {
    expect(stepDivider({ first: 20, second: 80 }, ['first', 'second'], 0, -1, 16)).toEqual({ first: 20, second: 80 });
    expect(stepDivider({ first: 20, second: 80 }, ['first', 'second'], 0, -1, 15)).toEqual({ first: 15, second: 85 });
  });
});

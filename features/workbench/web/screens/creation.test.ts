import { describe, expect, it } from 'vitest';
import { creations } from './creation.ts';

describe('ways to make a screen', () => {
  it.each([
    [0, null, [['Create first screen', 1]]],
    [
      3,
      null,
      [
        ['Insert screen before the first', 1],
        ['Add screen at the end', 4],
      ],
    ],
    [
      3,
      2,
      [
        ['Insert screen after current', 3],
        ['Add screen at the end', 4],
      ],
    ],
  ])('%d screens, at %s', (count, current, expected) => {
    expect(creations(count, current).map((each) => [each.label, each.sequence])).toEqual(expected);
  });
});

import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textChange } from './text-change.ts';

function apply(text: string, change: ReturnType<typeof textChange>): string {
  return change ? text.slice(0, change.from) + change.insert + text.slice(change.to) : text;
}

describe('textChange', () => {
  it.each([
    ['same', 'same', null],
    ['', 'new', { from: 0, to: 0, insert: 'new' }],
    ['old', '', { from: 0, to: 3, insert: '' }],
    ['one two', 'one and two', { from: 4, to: 4, insert: 'and ' }],
    ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
    ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
    ['ab', 'xaby', { from: 0, to: 2, insert: 'xaby' }],
  ])('%j → %j', (before, after, expected) => {
    expect(textChange(before, after)).toEqual(expected);
  });

  it('turns any text into any other', () => {
    const text = string({ unit: constantFrom('a', 'b', '\n') });
    assert(property(text, text, (before, after) => apply(before, textChange(before, after)) === after));
  });
});

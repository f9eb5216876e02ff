import { describe, expect, it } from 'vitest';
import { sameText } from '#platform/contract/same-text.ts';
import { lookAlikeDifference } from './look-alike-difference.ts';

describe('texts that look the same', () => {
  it('are the same if only their encoding differs', () => {
    expect(sameText('café', 'cafe\u0301')).toBe(true);
    expect(lookAlikeDifference('The text', 'café', 'cafe\u0301')).toBeNull();
  });

  it.each<[what: string, expected: string, actual: string, text: string]>([
    ['a non-breaking space', 'a b', 'a\u00A0b', 'character 2 is a non-breaking space (U+00A0). It should be a space (U+0020).'],
    [
      'a non-breaking space in the answer',
      'a\u00A0b',
      'a b',
      'character 2 is a space (U+0020). It should be a non-breaking space (U+00A0).',
    ],
    ['a curly quote', "it's", 'it’s', "character 3 is a curly quote (U+2019). It should be “'” (U+0027)."],
    ['a dash', '2-3', '2–3', 'character 2 is an en dash (U+2013). It should be “-” (U+002D).'],
    ['a minus sign', '-3', '−3', 'character 1 is a minus sign (U+2212). It should be “-” (U+002D).'],
    ['a letter of another alphabet', 'Oslo', 'Оslo', 'character 1 is the Cyrillic letter О (U+041E). It should be “O” (U+004F).'],
    ['an invisible character', 'ab', 'a\u200Bb', 'character 2 is an invisible character (U+200B). It should be “b” (U+0062).'],
    ['an invisible character at the end', 'ab', 'ab\u200B', 'character 3 is an invisible character (U+200B). It should be nothing.'],
  ])('texts that look the same differ by the names of their characters: %s', (_, expected, actual, text) => {
    expect(lookAlikeDifference('The text', expected, actual)?.text).toBe(`The text looks right, but ${text}`);
  });

  it('don’t reveal the answer where it isn’t shown', () => {
    expect(lookAlikeDifference('The text', 'a b', 'a\u00A0b')?.hidden).toBe(
      'The text looks right, but character 2 is a non-breaking space (U+00A0), which isn’t the one that is asked for.',
    );
  });

  it.each([
    ['a', 'b'],
    ['a b', 'ab'],
    ['Café', 'Cafe'],
    ['ß', 'ss'],
  ])('are not %j and %j', (one, other) => {
    expect(sameText(one, other)).toBe(false);
    expect(lookAlikeDifference('The text', one, other)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { searchWords, splitByMatches } from './matches.ts';

function marked(text: string, query: string): string {
  return splitByMatches(text, searchWords(query))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');
}

describe('marking matches', () => {
  it.each([
    ['Filtering rows', 'row', 'Filtering [row]s'],
    ['Filtering rows', 'ROW filt', '[Filt]ering [row]s'],
    ['aaaa', 'a', '[aaaa]'],
    ['abcabc', 'ab bc', '[abcabc]'],
    ['abc', 'abc b', '[abc]'],
    ['rows', 'columns', 'rows'],
    ['', 'a', ''],
    ['rows', '', 'rows'],
    ['Ünïcode', 'ünï', '[Ünï]code'],
    // The lower case of this letter has two characters: offsets must not shift.
    ['İstanbul rows', 'rows', 'İstanbul [rows]'],
  ])('%s / %s', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it.each([
    ['"catalogue b"', ['catalogue b']],
    ['rows "Catalogue  B" rows', ['rows', 'catalogue b']],
    ['“catalogue b” 12', ['catalogue b', '12']],
    ['"catalogue b', ['catalogue b']],
    ['a"b c"d', ['a', 'b c', 'd']],
    ['""', []],
    ['"', []],
  ])('%s searches for %j', (query, words) => {
    expect(searchWords(query)).toEqual(words);
  });

  it('searches each word once', () => {
    expect(searchWords('  Rows  rows\tCOLUMNS ')).toEqual(['rows', 'columns']);
  });
});

import { describe, expect, it } from 'vitest';
import { insertMention, matchPeople, mentionQuery } from './mention-query.ts';

const PEOPLE = [
  { id: 1, name: 'Ada Quill', key: 'ada' },
  { id: 2, name: 'Ben Adams', key: 'ben@example.org' },
  { id: 3, name: 'Carl', key: 'carl' },
];

describe('a mention that is being typed', () => {
  it.each<[string, string | null]>([
    ['@', ''],
    ['Ask @ad', 'ad'],
    ['(@Ad', 'Ad'],
    ['x\n@b', 'b'],
    ['@ada ', null],
    ['me@exam', null],
    ['a/@b', null],
    ['', null],
  ])('after %j is %j', (text, typed) => expect(mentionQuery(text, text.length)?.text ?? null).toBe(typed));

  it('ends at the caret', () => expect(mentionQuery('Ask @adx', 7)).toEqual({ from: 4, to: 7, text: 'ad' }));

  it.each<[string, number[]]>([
    ['', [1, 2, 3]],
    ['ad', [1, 2]],
    ['QUI', [1]],
    ['ben', [2]],
    ['x', []],
  ])('offers for %j the people %j', (typed, ids) => expect(matchPeople(PEOPLE, typed).map(({ id }) => id)).toEqual(ids));

  it.each([
    ['Ask @ad', 7, 'Ask @ada ', 9],
    ['Ask @ad, please', 7, 'Ask @ada, please', 8],
    ['Ask @ad please', 7, 'Ask @ada please', 9],
  ])('of %j becomes a mention', (text, caret, expected, next) => {
    expect(insertMention(text, mentionQuery(text, caret)!, PEOPLE[0]!)).toEqual({ text: expected, caret: next });
  });
});

import { describe, expect, it } from 'vitest';
import { canHaveBoth, regionsOf, resolvedValue, textSoFar, UNDECIDED, type Choice, sidesOfPeople } from './resolution.ts';

/** Both changed the second line; only they changed the fourth. */
const text = { base: 'one\ntwo\nthree\nfour', mine: 'one\nTWO\nthree\nfour', theirs: 'one\ntwo!\nthree\nFOUR' };
const CONFLICT = 1;

describe('a text', () => {
  it('is undecided while a conflict is', () => {
    expect(regionsOf(text)?.[CONFLICT]?.kind).toBe('conflict');
    expect(resolvedValue(text, regionsOf(text), UNDECIDED)).toBeUndefined();
  });

  it.each<[Choice, string]>([
    ['mine', 'one\nTWO\nthree\nFOUR'],
    ['theirs', 'one\ntwo!\nthree\nFOUR'],
    ['both', 'one\nTWO\ntwo!\nthree\nFOUR'],
  ])('takes %s for its conflict, and what only one side changed', (choice, expected) => {
    expect(resolvedValue(text, regionsOf(text), { choices: { [CONFLICT]: choice }, edited: null })).toBe(expected);
  });

  it('is the text edited by hand, whatever was chosen', () => {
    expect(resolvedValue(text, regionsOf(text), { choices: { 1: 'mine' }, edited: 'mine alone' })).toBe('mine alone');
    expect(resolvedValue(text, regionsOf(text), { choices: {}, edited: '' })).toBe('');
  });

  it('starts manual editing with both sides of undecided conflicts', () => {
    const versions = { base: 'a\nb', mine: 'a\nB', theirs: 'a\nbb' };
    expect(textSoFar(regionsOf(versions) ?? [], {})).toBe('a\nB\nbb');
  });

  it('that was empty before conflicts as a whole', () => {
    const versions = { base: null, mine: 'a', theirs: 'b' };
    expect(resolvedValue(versions, regionsOf(versions), UNDECIDED)).toBeUndefined();
  });
});

describe('another value', () => {
  it.each([
    [{ base: 1, mine: 2, theirs: 3 }, 'mine', 2],
    [{ base: 1, mine: 2, theirs: null }, 'theirs', null],
    [{ base: ['a'], mine: ['a', 'b'], theirs: ['c', 'a'] }, 'both', ['a', 'b', 'c']],
    [{ base: 1, mine: 2, theirs: 3 }, 'both', undefined],
  ] as const)('%j, %s', (versions, choice, expected) => {
    expect(regionsOf(versions)).toBeNull();
    expect(resolvedValue(versions, null, { choices: { 0: choice }, edited: null })).toEqual(expected);
  });

  it('offers both only for a list', () => {
    expect([canHaveBoth({ base: [], mine: [], theirs: [] }), canHaveBoth({ base: 1, mine: 2, theirs: 3 })]).toEqual([true, false]);
  });
});

it.each([
  ['Grace', 'Grace', 'Use Grace’s'],
  [null, 'Theirs', 'Use theirs'],
])('names the side of %s', (changedBy, title, use) => {
  expect(sidesOfPeople(changedBy).theirs).toEqual({ title, use });
});

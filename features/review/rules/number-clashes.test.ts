import { expect, it } from 'vitest';
import { numberClashes } from './number-clashes.ts';

const own = [{ folder: '8-mine', sequence: 8, title: 'Mine' }];
const theirs = { folder: '8-theirs', sequence: 8, title: 'Theirs' };
const set = (...names: string[]) => new Set(names);
const sentence = (other: string) =>
  `Lesson 8 “Mine”: main has another one with this number, “${other}”. Give this one a different number, or remove it from the release.`;

it.each([
  ['nothing of the number on main', [], set(), set(), set('8-mine'), []],
  ['another lesson on main', [theirs], set('8-theirs'), set(), set('8-mine'), [sentence('Theirs')]],
  ['one on main that isn’t imported yet', [], set('008-theirs'), set(), set('8-mine'), [sentence('008-theirs')]],
  ['the published version of it', [{ ...theirs, folder: '8-mine' }], set('8-mine'), set('8-mine'), set('8-mine'), []],
  ['one that the branch deletes', [theirs], set('8-theirs'), set('8-theirs'), set('8-mine'), []],
  ['one that the branch has, too', [theirs], set('8-theirs'), set('8-theirs'), set('8-theirs', '8-mine'), [sentence('Theirs')]],
  ['a lesson that isn’t on the branch yet', [theirs], set('8-theirs'), set(), set(), []],
])('%s', (_, rows, main, base, head, expected) => {
  expect(numberClashes('Lesson', { own, main: rows }, { main, base, head })).toEqual(expected);
});

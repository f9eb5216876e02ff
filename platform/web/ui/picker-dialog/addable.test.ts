import { expect, it } from 'vitest';
import { addable } from './addable.ts';

const MAIN = 1;
const SPRING = 2;
const OTHER = 3;
const version = (id: number, sequence: number, release_id: number) => ({ id, sequence, release_id, is_main: release_id === MAIN });

it('offers each number’s version in a release once, without those already in the list', () => {
  const versions = [
    version(10, 7, MAIN),
    version(11, 5, MAIN),
    version(12, 5, SPRING),
    version(13, 5, OTHER),
    version(14, 8, OTHER),
    version(15, 9, SPRING),
    version(16, 3, MAIN),
  ];
  expect(addable(versions, SPRING, [{ sequence: 9 }]).map(({ id }) => id)).toEqual([16, 12, 10]);
  expect(addable(versions, OTHER, []).map(({ id }) => id)).toEqual([16, 13, 10, 14]);
  expect(addable([], SPRING, [])).toEqual([]);
});

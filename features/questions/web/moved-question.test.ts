import { expect, it } from 'vitest';
import { withMoved } from './moved-question.ts';

const LIST = [{ id: 1 }, { id: 2 }, { id: 3 }];

it.each([
  [2, -1, '2 1 3'],
  [2, 1, '1 3 2'],
  [3, -1, '1 3 2'],
  [1, -1, '1 2 3'],
  [3, 1, '1 2 3'],
  [9, 1, '1 2 3'],
] as const)('moves %s by %s', (id, by, expected) => {
  const ids = withMoved(LIST, id, by).map((each) => each.id);
  expect(ids.join(' ')).toBe(expected);
});

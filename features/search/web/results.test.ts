import { expect, it } from 'vitest';
import type { SearchGroup, SearchMatch } from '../contract/search.ts';
import { countShown } from './results.tsx';

const group = (id: number, matches: number) =>
  ({ kind: 'lesson', id, matches: Array.from<SearchMatch>({ length: matches }) }) as unknown as SearchGroup;
const many = Array.from({ length: 30 }, (_, id) => group(id, 5));
const others = Array.from({ length: 30 }, (_, id) => group(100 + id, 5));

it.each([
  ['the first ones of other results', many, others, 4],
  ['the first ones when there were none', many, [], 4],
  ['all when they are few', many.slice(0, 3), others, 3],
  ['all that are painted when more are added', [...many, ...others], many, 30],
  ['those that stay on top', [...many.slice(0, 9), ...others], many, 9],
  ['all of the same results after a new count', many.map((one) => ({ ...one })), many, 30],
  ['all once they are painted', many, many, 30],
])('results show at once %s', (_, groups, painted, expected) => {
  expect(countShown(groups, painted)).toBe(expected);
});

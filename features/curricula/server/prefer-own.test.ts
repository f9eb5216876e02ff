import { expect, it } from 'vitest';
import { preferOwn } from './prefer-own.ts';

const MAIN = 1;
const row = (sequence: number, release_id: number) => ({ sequence, release_id });

it.each([
  ['what only main has', [row(7, MAIN)], { 7: MAIN }],
  ['what only the release has', [row(7, 2)], { 7: 2 }],
  ['its own, main first', [row(7, MAIN), row(7, 2)], { 7: 2 }],
  ['its own, main last', [row(7, 2), row(7, MAIN)], { 7: 2 }],
  ['each number by itself', [row(7, 2), row(7, MAIN), row(8, MAIN)], { 7: 2, 8: MAIN }],
])('a number stands for %s', (_, rows, expected) => {
  const found = [...preferOwn(rows, 2)].map(([sequence, { release_id }]) => [sequence, release_id]);
  expect(Object.fromEntries(found)).toEqual(expected);
});

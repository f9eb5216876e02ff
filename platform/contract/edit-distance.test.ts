import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

it.each([
  ['check', 'check', 0],
  ['chekc', 'check', 1],
  ['titel', 'title', 1],
  ['authr', 'author', 1],
  ['autthor', 'author', 1],
  ['tilte', 'titles', 2],
  ['', 'abc', 3],
])('from “%s” to “%s”', (from, to, distance) => expect(editDistance(from, to)).toBe(distance));

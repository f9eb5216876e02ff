import { expect, it } from 'vitest';
import { placeText } from './location-text.ts';

const screens = [
  { id: 40, sequence: 1 },
  { id: 41, sequence: 2 },
];

it.each([
  [null, null, 'on this page'],
  [null, 40, 'on the lesson page'],
  [40, 40, 'on this screen'],
  [41, 40, 'on screen 2'],
  [41, null, 'on screen 2'],
  [99, 40, 'on another screen'],
])('a person on %s, seen from %s: %s', (screen_id, own, expected) => {
  expect(placeText({ id: 1, name: 'Ada', screen_id }, screens, own)).toBe(expected);
});

it.each([
  [40, 'on this screen, in Hint'],
  [41, 'on screen 2, in Hint'],
])('a person who writes on screen %s: %s', (screen_id, expected) => {
  expect(placeText({ id: 1, name: 'Ada', screen_id, part: 'Hint' }, screens, 40)).toBe(expected);
});

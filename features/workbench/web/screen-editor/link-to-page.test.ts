import { expect, it } from 'vitest';
import { lessonPageOf } from './link-to-page.ts';

const ORIGIN = 'https://lessons.example.org';

it.each([
  [`${ORIGIN}/lesson/12`, { lessonId: 12, screenId: null }],
  [`${ORIGIN}/lesson/12/`, { lessonId: 12, screenId: null }],
  [`${ORIGIN}/lesson/12/screen/34`, { lessonId: 12, screenId: 34 }],
  [`${ORIGIN}/lesson/12/screen/34?section=hint_markdown#a`, { lessonId: 12, screenId: 34 }],
  [`${ORIGIN}/lesson/12/tests`, null],
  [`${ORIGIN}/lesson/12/screen/new`, null],
  [`${ORIGIN}/lesson/12 and more`, null],
  [`${ORIGIN}/lesson/12/screen/34/../35`, null],
  [`${ORIGIN}.evil.org/lesson/12`, null],
  ['https://other.example.org/lesson/12', null],
  ['/lesson/12', null],
  ['', null],
])('recognizes the address of a lesson or a screen: %s', (address, page) => {
  expect(lessonPageOf(address, ORIGIN)).toEqual(page);
});

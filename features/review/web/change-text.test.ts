import { expect, it } from 'vitest';
import type { ChangedLesson } from '../contract/pull-requests.ts';
import { changeText } from './change-text.ts';

const screen = (number: number | null, change: ChangedLesson['change'] = 'changed', title = '') => ({
  folder: `s${number}`,
  number,
  title,
  change,
});

it.each([
  [{ change: 'changed', screens: [screen(1)], parts: [] }, 'Screen 1 changed'],
  [{ change: 'changed', screens: [screen(1), screen(3), screen(4)], parts: [] }, 'Screens 1, 3 and 4 changed'],
  [
    {
      change: 'changed',
      screens: [screen(2), screen(5, 'added'), screen(null, 'deleted', 'Loops'), screen(null, 'deleted')],
      parts: ['settings'],
    },
    'Screen 5 added, screen 2 changed, screens “Loops” and “untitled” deleted, settings',
  ],
  [{ change: 'changed', screens: [], parts: ['packages', 'images'] }, 'Packages, images'],
  [{ change: 'changed', screens: [], parts: [] }, ''],
  [{ change: 'added', screens: [screen(1, 'added'), screen(2, 'added')], parts: ['settings'] }, 'New, 2 screens'],
  [{ change: 'added', screens: [screen(1, 'added')], parts: [] }, 'New, 1 screen'],
  [{ change: 'deleted', screens: [screen(null, 'deleted')], parts: ['settings'] }, 'Deleted'],
] as const)('%j', (lesson, expected) => {
  expect(changeText({ ...lesson, screens: [...lesson.screens], parts: [...lesson.parts] })).toBe(expected);
});

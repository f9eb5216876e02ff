import { describe, expect, it } from 'vitest';
import { canDeleteLesson, canEditLesson, lacksRelatedLesson } from './lessons.policy.ts';
import type { Role } from './roles.ts';

const draft = { is_main: false, is_shallow_import: false };
const published = { is_main: true, is_shallow_import: false };
const shallow = { is_main: false, is_shallow_import: true };

describe('canEditLesson', () => {
  it.each([
    ['a draft', draft, true],
    ['a published lesson', published, false],
    ['a shallow import', shallow, false],
  ])('%s', (_name, lesson, expected) => {
    expect(canEditLesson(lesson)).toBe(expected);
  });
});

describe('canDeleteLesson (B §6)', () => {
  it.each<[Role, typeof draft, boolean]>([
    ['external', draft, false],
    ['staff', draft, true],
    ['owner', draft, true],
    ['staff', published, false],
    ['owner', published, false],
    ['staff', shallow, true],
  ])('%s, %o', (role, lesson, expected) => {
    expect(canDeleteLesson({ id: 1, name: 'Ann', role }, lesson)).toBe(expected);
  });
});

it('asks for the related lesson of an assessment, of which 0 is one', () => {
  expect(lacksRelatedLesson({ type: 'assessment', related_lesson: null })).toBe(true);
  expect(lacksRelatedLesson({ type: 'assessment', related_lesson: 0 })).toBe(false);
  expect(lacksRelatedLesson({ type: 'mission', related_lesson: null })).toBe(false);
});

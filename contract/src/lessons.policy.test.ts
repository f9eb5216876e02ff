import { describe, expect, it } from 'vitest';
import { canDeleteLesson, canEditLesson, needsRelatedLesson, longestTimeLimit, timeLimitOf } from './lessons.policy.ts';
import type { LessonFields } from './lessons.ts';
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

describe('canDeleteLesson', () => {
  it.each<[Role, typeof draft, boolean]>([
    ['external', draft, false],
    ['staff', draft, true],
    ['owner', draft, true],
    ['staff', published, false],
    ['owner', published, false],
    ['staff', shallow, false],
  ])('%s, %o', (role, lesson, expected) => {
    expect(canDeleteLesson({ role }, lesson)).toBe(expected);
  });
});

it('requires the related lesson of an assessment, which may be number 0', () => {
  expect(needsRelatedLesson({ type: 'assessment', related_lesson: null })).toBe(true);
  expect(needsRelatedLesson({ type: 'assessment', related_lesson: 0 })).toBe(false);
  expect(needsRelatedLesson({ type: 'mission', related_lesson: null })).toBe(false);
});

describe('the time limit of a lesson', () => {
  it.each<[string, Role, number | null, LessonFields['enabled_features'], number]>([
    ['the default for external authors', 'external', null, [], 15],
    ['a shorter timeout doesn’t lower the limit', 'external', 5, [], 15],
    ['the current timeout stays allowed', 'external', 60, [], 60],
    ['Long-running code stays allowed', 'external', 5, ['Long-running code'], 3_600],
    ['staff only have the overall limit', 'staff', null, [], 3_600],
    ['owners neither', 'owner', 5, [], 3_600],
  ])('%s', (_name, role, code_run_timeout, enabled_features, expected) => {
    expect(longestTimeLimit({ role }, { code_run_timeout, enabled_features })).toBe(expected);
  });

  it('is the longest with Long-running code, whatever the timeout', () => {
    expect(timeLimitOf({ code_run_timeout: 5, enabled_features: ['Long-running code'] })).toBe(3_600);
    expect(timeLimitOf({ code_run_timeout: 5, enabled_features: [] })).toBe(5);
  });
});

import { describe, expect, it } from 'vitest';
import { mayDeploy } from '#features/publishing/deploys.policy.ts';
import type { Role } from '#platform/contract/roles.ts';
import type { LessonFields } from './contract/lessons.ts';
import {
  canDeleteLesson,
  canStartReview,
  type LessonState,
  longestTimeLimit,
  mayEdit,
  needsRelatedLesson,
  readOnlyReason,
  type ReadOnlyReason,
  timeLimitOf,
} from './lessons.policy.ts';

const draft = { is_main: false, is_shallow_import: false, is_own_drafts: false, is_closed: false };
const own = { ...draft, is_own_drafts: true };
const published = { ...draft, is_main: true };
const closed = { ...draft, is_closed: true };
const shallow = { ...draft, is_shallow_import: true };

describe('canStartReview', () => {
  it.each<[string, Role, 'Published' | 'Modified' | 'Unmodified', string | null, boolean]>([
    ['a changed lesson', 'staff', 'Modified', null, true],
    // Also one that was set back to an earlier published state.
    ['a changed lesson after a merge', 'staff', 'Modified', 'Merged', true],
    ['a changed lesson under review', 'staff', 'Modified', 'In review', false],
    ['a changed lesson of others', 'external', 'Modified', null, false],
    ['a lesson that is the same as main', 'staff', 'Unmodified', null, false],
  ])('%s, %s', (_, role, release_status, review_status, may) => {
    expect(canStartReview({ role }, { ...draft, release_status, review_status })).toBe(may);
  });
});

describe('readOnlyReason', () => {
  it.each<[string, Role, LessonState, ReadOnlyReason | null]>([
    ['a release', 'staff', draft, null],
    ['a release', 'owner', draft, null],
    ['a release', 'external', draft, 'not-theirs'],
    ['their drafts', 'external', own, null],
    ['main', 'external', published, 'published'],
    ['main', 'staff', published, 'published'],
    ['a closed release', 'staff', closed, 'closed'],
    ['a closed release', 'owner', closed, 'closed'],
    ['a closed release', 'external', closed, 'not-theirs'],
    ['a shallow import of a closed release', 'staff', { ...shallow, is_closed: true }, 'closed'],
    ['a shallow import', 'staff', shallow, 'shallow'],
    ['a shallow import of a release', 'external', shallow, 'not-theirs'],
    ['a shallow import in their drafts', 'external', { ...shallow, is_own_drafts: true }, 'shallow'],
  ])('a lesson of %s, %s', (_name, role, lesson, expected) => {
    expect(readOnlyReason({ role }, lesson)).toBe(expected);
    expect(mayEdit({ role }, lesson)).toBe(expected === null);
  });
});

describe('mayDeploy', () => {
  it.each<[Role, LessonState, boolean]>([
    ['staff', draft, true],
    ['staff', published, true],
    ['staff', closed, true],
    ['external', own, true],
    ['external', draft, false],
    ['external', published, false],
  ])('%s, %o', (role, lesson, expected) => {
    expect(mayDeploy({ role }, lesson)).toBe(expected);
  });
});

describe('canDeleteLesson', () => {
  it.each<[Role, LessonState, boolean]>([
    ['external', own, false],
    ['staff', draft, true],
    ['owner', draft, true],
    ['staff', published, false],
    ['staff', closed, false],
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

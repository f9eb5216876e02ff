import { describe, expect, it } from 'vitest';
import { emptyLessonFields } from '#contract/lessons.ts';
import type { Lesson, LessonFields } from '#contract/lessons.ts';
import { afterSave, currentFields, edit, isDirty, rebase, resolvedEdits, restoreDraft, startForm } from './lesson-form.ts';

function lesson(fields: Partial<LessonFields> = {}, revision = 3): Lesson {
  return {
    ...emptyLessonFields({ title: 'Rows', author: 'Ada' }),
    objectives: ['Filter', 'Sort'],
    ...fields,
    id: 7,
    uuid: '6f9d3a52-6a3c-4c0e-9f5b-0a4f3f0e7f11',
    sequence: 12,
    is_assessment: false,
    has_runner: true,
    release_id: 1,
    release_name: 'Drafts – Ada',
    release_status: 'Modified',
    review_status: null,
    is_main: false,
    is_latest: true,
    is_shallow_import: false,
    last_updated: '2026-01-01T00:00:00Z',
    revision,
    features: [],
    packages: [],
    dependencies_ready: true,
    dataset_versions: [],
    dependency_build_error: null,
    last_build: null,
    release_commit_status: null,
    release_commit_error: null,
    release_deletion_date: null,
    release_detached_at: null,
    commit_status: null,
  };
}

describe('what is edited', () => {
  it.each([
    ['a text', { title: 'Columns' }, { title: 'Rows' }],
    ['a switch', { is_beta: true }, { is_beta: false }],
    ['a number that was not set', { code_run_timeout: 5 }, { code_run_timeout: null }],
    ['a list', { objectives: ['Filter'] }, { objectives: ['Filter', 'Sort'] }],
    ['the order of a list', { objectives: ['Sort', 'Filter'] }, { objectives: ['Filter', 'Sort'] }],
  ])('%s, and is nothing again when it is undone', (_, change, undone) => {
    const edited = edit(startForm(lesson()), change);
    expect([isDirty(edited), edited.edits]).toEqual([true, change]);
    expect(currentFields(edited)).toMatchObject(change);
    expect(isDirty(edit(edited, undone))).toBe(false);
  });
});

describe('a lesson that was saved by somebody else', () => {
  it('goes under edits of other fields', () => {
    const form = rebase(edit(startForm(lesson()), { title: 'Mine' }), lesson({ overview: 'Theirs' }, 4));
    expect([form.revision, form.edits, currentFields(form).overview]).toEqual([4, { title: 'Mine' }, 'Theirs']);
  });

  it('is left to the server to merge where it touches a field under edit', () => {
    const form = rebase(edit(startForm(lesson()), { title: 'Mine' }), lesson({ title: 'Theirs' }, 4));
    expect([form.revision, form.edits]).toEqual([3, { title: 'Mine' }]);
  });

  it('leaves nothing to save where both made the same edit elsewhere', () => {
    const form = rebase(startForm(lesson()), lesson({ title: 'Theirs' }, 4));
    expect([isDirty(form), currentFields(form).title]).toEqual([false, 'Theirs']);
  });
});

describe('after a save', () => {
  it('what was typed meanwhile is still an edit', () => {
    const sent = { title: 'Sent', overview: 'Sent' };
    const typed = edit(edit(startForm(lesson()), sent), { overview: 'Sent, and more', preview: 'New' });
    const form = afterSave(typed, sent, lesson({ ...sent, description: 'merged in' }, 5));
    expect([form.revision, form.edits, form.base.description]).toEqual([5, { overview: 'Sent, and more', preview: 'New' }, 'merged in']);
  });

  it('nothing is left when nothing was typed', () => {
    const sent = { title: 'Sent' };
    expect(isDirty(afterSave(edit(startForm(lesson()), sent), sent, lesson(sent, 4)))).toBe(false);
  });
});

describe('a kept draft', () => {
  it('is saved from the revision that it began on', () => {
    const form = restoreDraft(startForm(lesson({}, 9)), { fields: { title: 'Draft' }, base_revision: 4 });
    expect([form.revision, form.edits]).toEqual([4, { title: 'Draft' }]);
  });

  it('that was saved after all leaves nothing to save', () => {
    expect(isDirty(restoreDraft(startForm(lesson()), { fields: { title: 'Rows' }, base_revision: 2 }))).toBe(false);
  });
});

describe('a decided conflict', () => {
  it('saves what was decided, and my other fields as they were merged', () => {
    const mine = { title: 'Mine', overview: 'mine\nold', preview: 'Mine too' };
    const merged = { overview: 'mine\ntheirs', description: 'theirs alone' };
    expect(resolvedEdits(mine, merged, { title: 'Both' })).toEqual({ title: 'Both', overview: 'mine\ntheirs', preview: 'Mine too' });
  });
});

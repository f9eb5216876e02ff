import { describe, expect, it } from 'vitest';
import {
  afterSave,
  currentValue,
  edit,
  type EditForm,
  isDirty,
  missingFields,
  rebase,
  resolveConflict,
  restoreEdits,
  startForm,
} from './edit-form.ts';

const FIELDS = {
  title: 'Rows',
  overview: '',
  preview: '',
  description: '',
  is_beta: false,
  code_run_timeout: null as number | null,
  objectives: ['Filter', 'Sort'],
};
type Fields = typeof FIELDS;

const lesson = (fields: Partial<Fields> = {}): Fields => ({ ...FIELDS, ...fields });
const formOf = (fields = lesson(), revision = 3) => startForm<Fields>(fields, revision);
const currentFields = (form: EditForm<Fields>) =>
  Object.fromEntries(Object.keys(FIELDS).map((name) => [name, currentValue(form, name as keyof Fields)])) as Fields;

/** A long text that fails the test when it is read. */
function unreadable(length: number) {
  return {
    length,
    toString: (): string => {
      throw new Error('a key in a long text read the whole text');
    },
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
    const edited = edit(formOf(), change);
    expect([isDirty(edited), edited.edits]).toEqual([true, change]);
    expect(currentFields(edited)).toMatchObject(change);
    expect(isDirty(edit(edited, undone))).toBe(false);
  });

  it('a long text, which is not read while its length tells that it differs', () => {
    const edited = edit(edit(formOf(), { title: 'Columns' }), { overview: unreadable(100) });
    expect([Object.keys(edited.edits), isDirty(edit(edited, { overview: unreadable(101) }))]).toEqual([['title', 'overview'], true]);
  });

  it('a live text, by its characters', () => {
    const text = (value: string) => ({ length: value.length, toString: () => value });
    const edited = edit(formOf(), { overview: text('All') });
    expect([currentFields(edited).overview, isDirty(edit(edited, { overview: text('') }))]).toEqual(['All', false]);
  });
});

describe('a lesson that was saved by another author', () => {
  it('goes under edits of other fields', () => {
    const form = rebase(edit(formOf(), { title: 'Mine' }), lesson({ overview: 'Theirs' }), 4);
    expect([form.revision, form.edits, currentFields(form).overview]).toEqual([4, { title: 'Mine' }, 'Theirs']);
  });

  it('is left to the server to merge where it touches a field under edit', () => {
    const form = rebase(edit(formOf(), { title: 'Mine' }), lesson({ title: 'Theirs' }), 4);
    expect([form.revision, form.edits]).toEqual([3, { title: 'Mine' }]);
  });

  it('leaves nothing to save where both made the same edit elsewhere', () => {
    const form = rebase(edit(formOf(), { title: 'Ours' }), lesson({ title: 'Ours' }), 4);
    expect([isDirty(form), form.revision, currentFields(form).title]).toEqual([false, 4, 'Ours']);
  });

  it('is left out when a later one is here already', () => {
    expect(rebase(formOf(lesson(), 5), lesson({ title: 'Old' }), 4)).toMatchObject({ revision: 5, base: { title: 'Rows' } });
  });
});

describe('after a save', () => {
  it('keeps text typed during a save as an edit', () => {
    const sent = { title: 'Sent', overview: 'Sent' };
    const typed = edit(edit(formOf(), sent), { overview: 'Sent, and more', preview: 'New' });
    const form = afterSave(typed, sent, lesson({ ...sent, description: 'merged in' }), 5);
    expect([form.revision, form.edits, form.base.description]).toEqual([5, { overview: 'Sent, and more', preview: 'New' }, 'merged in']);
  });

  it('an edit that was undone meanwhile is an edit of what was saved', () => {
    const sent = { is_beta: true };
    const form = afterSave(edit(edit(formOf(), sent), { is_beta: false }), sent, lesson(sent), 4);
    expect([form.edits, currentFields(form).is_beta]).toEqual([{ is_beta: false }, false]);
  });

  it('nothing is left when nothing was typed', () => {
    const sent = { title: 'Sent' };
    expect(isDirty(afterSave(edit(formOf(), sent), sent, lesson(sent), 4))).toBe(false);
  });
});

describe('a kept draft', () => {
  it('is saved from the revision that it began on', () => {
    const form = restoreEdits(formOf(lesson(), 9), { fields: { title: 'Draft' }, base_revision: 4 });
    expect([form.revision, form.edits]).toEqual([4, { title: 'Draft' }]);
    // It was not typed on what the page shows, so what the page shows does not become what it began from.
    expect(rebase(form, lesson(), 9).revision).toBe(4);
    expect(rebase(form, lesson({ overview: 'Theirs' }), 10)).toMatchObject({ known: 10, revision: 4, edits: { title: 'Draft' } });
    expect(edit(form, { title: 'Rows' }).revision).toBe(9);
  });

  it('leaves a field as it was edited since, and says that it is missing', () => {
    const draft = { fields: { title: 'Draft', overview: 'Draft' }, base_revision: 2 };
    const form = restoreEdits(edit(formOf(), { title: 'Typed' }), draft);
    expect([form.edits, missingFields(form, draft.fields)]).toEqual([{ title: 'Typed', overview: 'Draft' }, { title: 'Draft' }]);
  });

  it('of a file is saved from the hash that it began from', () => {
    expect(restoreEdits(startForm(lesson(), 'two'), { fields: { title: 'Draft' }, base_revision: 'one' }).revision).toBe('one');
  });

  it('that was saved after all leaves nothing to save', () => {
    expect(isDirty(restoreEdits(formOf(), { fields: { title: 'Rows' }, base_revision: 2 }))).toBe(false);
  });
});

describe('a resolved conflict', () => {
  const details = {
    base: { title: 'Rows' },
    mine: { title: 'Mine' },
    theirs: { title: 'Theirs' },
    merged: { overview: 'mine\ntheirs', description: 'theirs alone' },
    revision: 8,
    changed_by: 'Grace',
  };
  const mine = edit(formOf(), { title: 'Mine', overview: 'mine', preview: 'Mine too' });

  it('saves what was decided, and the other edited fields as they were merged, on the new revision', () => {
    const form = resolveConflict(mine, details, { title: 'Both' });
    expect(form.edits).toEqual({ title: 'Both', overview: 'mine\ntheirs', preview: 'Mine too' });
    expect([form.revision, form.base.description]).toEqual([8, 'theirs alone']);
  });

  it('decided for theirs saves the rest only', () => {
    expect(resolveConflict(mine, details, { title: 'Theirs' }).edits).toEqual({ overview: 'mine\ntheirs', preview: 'Mine too' });
  });
});

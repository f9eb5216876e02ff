import { describe, expect, it } from 'vitest';
import { afterSave, currentFields, edit, isDirty, rebase, resolvedEdits, restoreEdits, startForm, type Stored } from './edit-form.ts';

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

const lesson = (fields: Partial<Fields> = {}, revision = 3): Stored<Fields> => ({ ...FIELDS, ...fields, revision });
const formOf = (stored = lesson()) => startForm<Fields>(stored, Object.keys(FIELDS) as (keyof Fields)[]);

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
});

describe('a lesson that was saved by somebody else', () => {
  it('goes under edits of other fields', () => {
    const form = rebase(edit(formOf(), { title: 'Mine' }), lesson({ overview: 'Theirs' }, 4));
    expect([form.revision, form.edits, currentFields(form).overview]).toEqual([4, { title: 'Mine' }, 'Theirs']);
  });

  it('is left to the server to merge where it touches a field under edit', () => {
    const form = rebase(edit(formOf(), { title: 'Mine' }), lesson({ title: 'Theirs' }, 4));
    expect([form.revision, form.edits]).toEqual([3, { title: 'Mine' }]);
  });

  it('leaves nothing to save where both made the same edit elsewhere', () => {
    const form = rebase(formOf(), lesson({ title: 'Theirs' }, 4));
    expect([isDirty(form), currentFields(form).title]).toEqual([false, 'Theirs']);
  });
});

describe('after a save', () => {
  it('what was typed meanwhile is still an edit', () => {
    const sent = { title: 'Sent', overview: 'Sent' };
    const typed = edit(edit(formOf(), sent), { overview: 'Sent, and more', preview: 'New' });
    const form = afterSave(typed, sent, lesson({ ...sent, description: 'merged in' }, 5));
    expect([form.revision, form.edits, form.base.description]).toEqual([5, { overview: 'Sent, and more', preview: 'New' }, 'merged in']);
  });

  it('nothing is left when nothing was typed', () => {
    const sent = { title: 'Sent' };
    expect(isDirty(afterSave(edit(formOf(), sent), sent, lesson(sent, 4)))).toBe(false);
  });
});

describe('a kept draft', () => {
  it('is saved from the revision that it began on', () => {
    const form = restoreEdits(formOf(lesson({}, 9)), { fields: { title: 'Draft' }, base_revision: 4 });
    expect([form.revision, form.edits]).toEqual([4, { title: 'Draft' }]);
  });

  it('that was saved after all leaves nothing to save', () => {
    expect(isDirty(restoreEdits(formOf(), { fields: { title: 'Rows' }, base_revision: 2 }))).toBe(false);
  });
});

describe('a decided conflict', () => {
  it('saves what was decided, and my other fields as they were merged', () => {
    const mine = { title: 'Mine', overview: 'mine\nold', preview: 'Mine too' };
    const merged = { overview: 'mine\ntheirs', description: 'theirs alone' };
    expect(resolvedEdits(mine, merged, { title: 'Both' })).toEqual({ title: 'Both', overview: 'mine\ntheirs', preview: 'Mine too' });
  });
});

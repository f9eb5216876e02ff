import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/contract/client.ts';
import { EditList, type ItemSave } from './edit-list.ts';

interface Fields {
  question: string;
  options: readonly string[];
}
type Saved = Fields & { id: number };

const EMPTY: Fields = { question: '', options: [] };
const one = (question = 'One?'): Saved => ({ id: 1, question, options: ['a'] });
const two = (question = 'Two?'): Saved => ({ id: 2, question, options: [] });

/** A list whose saves succeed; a new thing gets the number 3. */
function open(saved: readonly Saved[] = [one(), two()]) {
  const sent: ItemSave<Fields>[] = [];
  const send = vi.fn((save: ItemSave<Fields>): Promise<Saved> => {
    sent.push(save);
    return Promise.resolve({ ...save.base, ...save.fields, id: save.id ?? 3 });
  });
  return { list: new EditList<Fields>({ saved, names: ['question', 'options'], empty: EMPTY, send }), sent, send };
}
const texts = (list: EditList<Fields>) => list.state().items.map(({ fields }) => fields.question);
const draftOf = (list: EditList<Fields>) => ({ ...list.unsaved(), fields: list.unsaved()?.fields ?? {}, base_revision: null, at: 0 });

describe('things of a list', () => {
  it('are edited as long as they differ from what is saved', () => {
    const { list } = open();
    list.edit('1', { question: 'One??' });
    expect(list.state()).toMatchObject({ isDirty: true, items: [{ key: '1', isDirty: true }, { isDirty: false }] });
    list.edit('1', { question: 'One?' });
    expect([list.state().isDirty, list.unsaved()]).toEqual([false, null]);
  });

  it('are rendered alone when they are edited alone', () => {
    const { list } = open();
    const second = list.item('2');
    list.edit('1', { question: 'One??' });
    expect([list.item('2') === second, list.item('1')?.version]).toEqual([true, 0]);
  });

  it('stay on their base when another author saves, and send the changes', async () => {
    const { list, sent } = open();
    list.edit('1', { question: 'Mine?' });
    list.take([{ ...one('Theirs?'), options: ['b'] }, two('Two, too?')]);
    expect(texts(list)).toEqual(['Mine?', 'Two, too?']);
    await list.save('1', { message: 'Why' });
    expect(sent).toMatchObject([{ id: 1, fields: { question: 'Mine?' }, base: { question: 'One?', options: ['a'] }, message: 'Why' }]);
    list.edit('2', { question: 'Same?' });
    list.take([one('Mine?'), two('Same?')]);
    expect(list.state().isDirty).toBe(false);
  });

  it('outlive their deletion while they are edited, and are created again', async () => {
    const { list, sent } = open();
    list.edit('1', { question: 'Mine?' });
    list.take([two()]);
    expect(list.state().items).toMatchObject([{ id: 2 }, { key: '1', id: null, isGone: true, isDirty: true }]);
    await list.save('1');
    expect(sent).toMatchObject([{ id: null, fields: { question: 'Mine?' }, base: { options: ['a'] } }]);
    list.take([two(), { ...one('Mine?'), id: 3 }]);
    expect(list.state().items).toMatchObject([{ id: 2 }, { key: '1', id: 3, isGone: false, isDirty: false }]);
  });

  it('are gone when they were deleted without edits', () => {
    const { list } = open();
    list.take([two()]);
    expect(texts(list)).toEqual(['Two?']);
  });
});

describe('watchers', () => {
  it('know the edits of the author from what a save or another author changes', async () => {
    const { list } = open();
    const by: string[] = [];
    list.watch((who) => by.push(who));
    list.edit('1', { question: 'One??' });
    expect(by).toEqual(['author']);
    await list.saveAll({ isAutomatic: true });
    list.take([one('Theirs?'), two()]);
    expect(by.slice(1)).toContain('other');
    expect(by.slice(1)).not.toContain('author');
  });
});

describe('a new thing', () => {
  it('keeps its place on the page when it is saved, also when the list comes before the reply', async () => {
    const { list, send } = open();
    list.add('new-1');
    expect(list.state()).toMatchObject({ isDirty: false, items: [{}, {}, { key: 'new-1', id: null, isNew: true, isGone: false }] });
    list.edit('new-1', { question: 'Three?' });
    const reply = Promise.withResolvers<Saved>();
    send.mockReturnValueOnce(reply.promise);
    const saving = list.save('new-1');
    list.take([one(), two(), { ...EMPTY, id: 3, question: 'Three?' }]);
    reply.resolve({ ...EMPTY, id: 3, question: 'Three?' });
    expect(await saving).toBe(true);
    expect(list.state().items).toMatchObject([{ id: 1 }, { id: 2 }, { key: 'new-1', id: 3, isDirty: false, isNew: false }]);
    list.edit('new-1', { question: 'Three??' });
    expect(list.unsaved()?.fields).toMatchObject({ '3': { base: { question: 'Three?' } } });
  });

  it('can be saved without edits', async () => {
    const { list, sent } = open([]);
    list.add('new-1');
    expect(await list.saveAll()).toBe(true);
    expect(sent).toEqual([]);
    await list.save('new-1');
    expect(sent).toMatchObject([{ id: null, base: EMPTY }]);
  });
});

describe('drafts', () => {
  it('bring back edits and new things, on what they began from', () => {
    const { list } = open();
    list.edit('1', { question: 'Mine?' });
    list.add('new-1');
    list.edit('new-1', { question: 'Three?' });
    const draft = draftOf(list);
    const again = open([one('Theirs?'), two()]).list;
    expect(Object.keys(again.missing(draft))).toEqual(['1', 'new-1']);
    again.restore(draft);
    expect(again.state().items).toMatchObject([
      { key: '1', id: 1, fields: { question: 'Mine?' }, version: 2 },
      { key: '2' },
      { key: 'new-1', id: null, isNew: true, fields: { question: 'Three?' } },
    ]);
    expect(draftOf(again)).toEqual(draft);
    expect(again.missing(draft)).toEqual({});
  });

  it('of a new item that was saved after all restore no second one', () => {
    const { list } = open();
    list.add('new-1');
    list.edit('new-1', { question: 'Three?' });
    const draft = draftOf(list);
    const again = open([one(), two(), { ...EMPTY, id: 3, question: 'Three?' }]).list;
    expect(again.missing(draft)).toEqual({});
    again.restore(draft);
    expect(texts(again)).toEqual(['One?', 'Two?', 'Three?']);
  });

  it('leave a thing as it was edited since', () => {
    const { list } = open();
    list.edit('1', { question: 'Mine?' });
    const draft = draftOf(list);
    const again = open().list;
    again.edit('1', { question: 'Typed since?' });
    again.restore(draft);
    expect([texts(again)[0], Object.keys(again.missing(draft))]).toEqual(['Typed since?', ['1']]);
  });

  it('keeps drafts of a deleted item, marked as deleted', () => {
    const { list } = open();
    list.edit('1', { question: 'Mine?' });
    const again = open([two()]).list;
    again.restore(draftOf(list));
    expect(again.item('1')).toMatchObject({ isGone: true, fields: { question: 'Mine?' } });
  });

  it('are what an undone removal restores', () => {
    const { list } = open();
    list.edit('1', { question: 'Mine?' });
    const kept = list.remove('1');
    list.take([two()]);
    if (kept) list.restoreItem('1', kept);
    list.take([one(), two()]);
    expect(list.item('1')).toMatchObject({ id: 1, isDirty: true, isGone: false, fields: { question: 'Mine?' } });
  });
});

describe('saving everything', () => {
  it('goes on after a failure, and stops at a conflict, which is resolved on top of theirs', async () => {
    const { list, sent, send } = open();
    const details = {
      base: { question: 'Two?' },
      mine: { question: 'Mine?' },
      theirs: { question: 'Theirs?' },
      merged: { options: [] },
      revision: 7,
      changed_by: null,
    };
    list.edit('1', { question: 'One??' });
    list.edit('2', { question: 'Mine?' });
    list.add('new-1');
    list.edit('new-1', { question: 'Three?' });
    send.mockRejectedValueOnce(new Error('No network')).mockRejectedValueOnce(new ApiError(409, { code: 'conflict', details }));
    expect(await list.saveAll({ message: 'Why' })).toBe(false);
    expect(send).toHaveBeenCalledTimes(2);
    expect(list.state().items).toMatchObject([{ failure: { message: 'No network' } }, { conflict: { revision: 7 } }, { isNew: true }]);
    expect(await list.resolve('2', { question: 'Ours?' })).toBe(true);
    expect(sent.at(-1)).toMatchObject({ id: 2, fields: { question: 'Ours?' }, base: { question: 'Theirs?' }, message: 'Why' });
    expect(await list.saveAll()).toBe(true);
    expect(list.state().isDirty).toBe(false);
  });
});

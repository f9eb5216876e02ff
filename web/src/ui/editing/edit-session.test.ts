import { describe, expect, it } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { currentFields, isDirty, restoreEdits, type Stored } from './edit-form.ts';
import { EditSession } from './edit-session.ts';

interface Fields {
  name: string;
  overview: string;
  objectives: string[];
}

const STORED: Stored<Fields> = { name: 'Tables', overview: '', objectives: ['Filter'], revision: 3 };

/** A server whose answers the test gives. */
function startSession() {
  const calls: {
    fields: Partial<Fields> & { revision: number };
    answer: (stored: Stored<Fields>) => void;
    fail: (error: Error) => void;
  }[] = [];
  const session = new EditSession<Fields>({
    stored: STORED,
    names: ['name', 'overview', 'objectives'],
    send: (fields) => new Promise((answer, fail) => calls.push({ fields, answer, fail })),
  });
  const call = (index: number) => {
    const found = calls[index];
    if (!found) throw new Error(`There is no call ${index}.`);
    return found;
  };
  return { session, calls, call };
}

function conflict(): ApiError {
  const details = {
    base: { name: 'Tables' },
    mine: { name: 'Mine' },
    theirs: { name: 'Theirs' },
    merged: { overview: 'Put together' },
    revision: 5,
    changed_by: 'Grace',
  };
  return new ApiError(409, { error: 'Somebody else saved.', code: 'conflict', request_id: '1', details });
}

describe('editing', () => {
  it('knows by value what is edited: an undone edit is no edit', () => {
    const { session } = startSession();
    session.edit({ name: 'Rows', objectives: ['Filter', 'Sort'] });
    expect(session.state().form.edits).toEqual({ name: 'Rows', objectives: ['Filter', 'Sort'] });
    session.edit({ name: 'Tables', objectives: ['Filter'] });
    expect(isDirty(session.state().form)).toBe(false);
  });

  it('takes in what others saved, and stays on the old revision where both changed a field', () => {
    const { session } = startSession();
    session.edit({ name: 'Mine' });
    session.take({ ...STORED, overview: 'New', revision: 4 });
    expect(session.state().form).toMatchObject({ revision: 4, edits: { name: 'Mine' }, base: { overview: 'New' } });
    session.take({ ...STORED, name: 'Theirs', revision: 5 });
    expect(session.state().form).toMatchObject({ revision: 4, base: { name: 'Tables' } });
  });

  it('restores kept edits on the revision that they began from', () => {
    const { session } = startSession();
    session.setForm((form) => restoreEdits(form, { fields: { name: 'Kept', overview: '' }, base_revision: 2 }));
    expect(session.state().form).toMatchObject({ revision: 2, edits: { name: 'Kept' } });
  });
});

describe('saving', () => {
  it('sends what was edited; what is typed meanwhile is sent after it', async () => {
    const { session, calls, call } = startSession();
    session.edit({ name: 'Rows' });
    const first = session.save();
    session.edit({ overview: 'All of them' });
    const second = session.save();
    expect(session.state().isSaving).toBe(true);
    expect(calls.map(({ fields }) => fields)).toEqual([{ name: 'Rows', revision: 3 }]);
    call(0).answer({ ...STORED, name: 'Rows', revision: 4 });
    expect(await first).toBe(true);
    await expect.poll(() => calls.length).toBe(2);
    expect(call(1).fields).toEqual({ overview: 'All of them', revision: 4 });
    call(1).answer({ ...STORED, name: 'Rows', overview: 'All of them', revision: 5 });
    expect(await second).toBe(true);
    expect(session.state()).toMatchObject({ isSaving: false, failure: null, form: { edits: {}, revision: 5 } });
  });

  it('sends nothing where nothing is edited', async () => {
    const { session, calls } = startSession();
    expect(await session.save()).toBe(true);
    expect(calls).toEqual([]);
  });

  it('keeps everything when it fails, and tells why until one goes well', async () => {
    const { session, call } = startSession();
    session.edit({ name: 'Rows' });
    const first = session.save();
    call(0).fail(new Error('No network'));
    expect(await first).toBe(false);
    expect(session.state().failure?.message).toBe('No network');
    expect(currentFields(session.state().form).name).toBe('Rows');
    const second = session.save();
    call(1).answer({ ...STORED, name: 'Rows', revision: 4 });
    expect(await second).toBe(true);
    expect(session.state().failure).toBeNull();
  });

  it('saves what was decided in a conflict, with the rest as the server merged it', async () => {
    const { session, call } = startSession();
    session.edit({ name: 'Mine', overview: 'My part' });
    const first = session.save();
    call(0).fail(conflict());
    expect(await first).toBe(false);
    expect(session.state().conflict?.changed_by).toBe('Grace');
    const decided = session.resolve({ name: 'Both' }, (fields) => fields);
    expect(call(1).fields).toEqual({ name: 'Both', overview: 'Put together', revision: 5 });
    call(1).answer({ ...STORED, name: 'Both', overview: 'Put together', revision: 6 });
    expect(await decided).toBe(true);
    expect(session.state()).toMatchObject({ conflict: null, form: { edits: {}, revision: 6 } });
  });

  it('leaves a conflict undecided with everything as it was typed', async () => {
    const { session, call } = startSession();
    session.edit({ name: 'Mine' });
    const saving = session.save();
    call(0).fail(conflict());
    await saving;
    session.postpone();
    expect(session.state()).toMatchObject({ conflict: null, form: { edits: { name: 'Mine' }, revision: 3 } });
  });
});

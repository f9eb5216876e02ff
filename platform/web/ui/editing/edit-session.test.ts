import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/contract/client.ts';
import { EditSession, type Save, type Stored } from './edit-session.ts';

interface Fields {
  name: string;
  overview: string;
  objectives: string[];
}

const STORED: Stored<Fields> = { name: 'Tables', overview: '', objectives: ['Filter'], revision: 3 };

/** A server whose answers the test gives. */
function startSession() {
  const calls: {
    save: Save<Fields>;
    answer: (stored: Stored<Fields>) => void;
    fail: (error: Error) => void;
  }[] = [];
  const session = new EditSession<Fields>({
    stored: STORED,
    names: ['name', 'overview', 'objectives'],
    send: (save) => new Promise((answer, fail) => calls.push({ save, answer, fail })),
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
    expect(session.changes()).toEqual({ name: 'Rows', objectives: ['Filter', 'Sort'] });
    session.edit({ name: 'Tables', objectives: ['Filter'] });
    expect([session.isDirty, session.state().dirty]).toEqual([false, []]);
  });

  it('merges what others saved, and stays on the old revision where both changed a field', () => {
    const { session } = startSession();
    session.edit({ name: 'Mine' });
    session.take({ ...STORED, overview: 'New', revision: 4 });
    expect(session.state()).toMatchObject({ revision: 4, fields: { name: 'Mine', overview: 'New' }, dirty: ['name'] });
    session.take({ ...STORED, name: 'Theirs', revision: 5 });
    expect(session.state()).toMatchObject({ revision: 4, base: { name: 'Tables' } });
  });

  it('restores a draft, and saves it from the revision that it began from', () => {
    const { session, call } = startSession();
    session.restore({ fields: { name: 'Kept', overview: '' }, base_revision: 2, at: 0 });
    expect(session.unsaved()).toEqual({ base_revision: 2, fields: { name: 'Kept' } });
    // A later event about the same revision: the page has shown that one all along.
    session.take({ ...STORED });
    void session.save();
    expect(call(0).save).toMatchObject({ fields: { name: 'Kept' }, revision: 2 });
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
    expect(calls.map(({ save }) => save)).toMatchObject([{ fields: { name: 'Rows' }, revision: 3 }]);
    call(0).answer({ ...STORED, name: 'Rows', revision: 4 });
    expect(await first).toBe(true);
    await expect.poll(() => calls.length, { timeout: 300_000, interval: 5 }).toBe(2);
    expect(call(1).save).toMatchObject({ fields: { overview: 'All of them' }, revision: 4 });
    call(1).answer({ ...STORED, name: 'Rows', overview: 'All of them', revision: 5 });
    expect(await second).toBe(true);
    expect(session.state()).toMatchObject({ isSaving: false, failure: null, dirty: [], revision: 5 });
  });

  it('runs one save at a time, however many are asked for', async () => {
    const { session, calls, call } = startSession();
    session.edit({ name: 'Rows' });
    const saves = [session.save()];
    session.edit({ overview: 'All' });
    saves.push(session.save(), session.save());
    call(0).answer({ ...STORED, name: 'Rows', revision: 4 });
    await expect.poll(() => calls.length, { timeout: 300_000, interval: 5 }).toBe(2);
    call(1).answer({ ...STORED, name: 'Rows', overview: 'All', revision: 5 });
    expect(await Promise.all(saves)).toEqual([true, true, true]);
    expect(calls.map(({ save }) => save.fields)).toEqual([{ name: 'Rows' }, { overview: 'All' }]);
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
    expect(session.read('name')).toBe('Rows');
    const second = session.save();
    call(1).answer({ ...STORED, name: 'Rows', revision: 4 });
    expect(await second).toBe(true);
    expect(session.state().failure).toBeNull();
  });

  it('saves what was decided in a conflict, with the rest as the server merged it', async () => {
    const { session, call } = startSession();
    session.edit({ name: 'Mine', overview: 'My part' });
    const first = session.save({ message: 'Why' });
    call(0).fail(conflict());
    expect(await first).toBe(false);
    expect(session.state().conflict?.changed_by).toBe('Grace');
    const decided = session.resolve({ name: 'Both' });
    expect(call(1).save).toMatchObject({ fields: { name: 'Both', overview: 'Put together' }, revision: 5, message: 'Why' });
    call(1).answer({ ...STORED, name: 'Both', overview: 'Put together', revision: 6 });
    expect(await decided).toBe(true);
    expect(session.state()).toMatchObject({ conflict: null, dirty: [], revision: 6 });
  });

  it('leaves a conflict undecided with everything as it was typed', async () => {
    const { session, call } = startSession();
    session.edit({ name: 'Mine' });
    const saving = session.save();
    call(0).fail(conflict());
    await saving;
    session.postpone();
    expect(session.state()).toMatchObject({ conflict: null, dirty: ['name'], revision: 3 });
  });
});

describe('a long text', () => {
  const startLong = (overview = 'one\r\ntwo') =>
    new EditSession<Fields, Omit<Fields, 'overview'>>({
      stored: { ...STORED, overview },
      names: ['name', 'overview', 'objectives'],
      long: ['overview'],
      send: ({ fields, revision }) => Promise.resolve({ ...STORED, ...fields, revision: revision + 1 }),
    });
  const live = (text: string) => ({ length: text.length, toString: () => text });

  it('renders nothing while it is typed, and tells watchers of every key', () => {
    const session = startLong();
    const [painted, typed] = [vi.fn(), vi.fn()];
    session.type('overview', live('one\ntwo!'));
    const state = session.state();
    session.subscribe(painted);
    session.watch(typed);
    session.type('overview', live('one\ntwo!!'));
    expect([session.state() === state, painted.mock.calls.length, typed.mock.calls.length]).toEqual([true, 0, 1]);
    expect([state.dirty, session.read('overview')]).toEqual([['overview'], 'one\ntwo!!']);
  });

  it('has the line ends of editors: their difference is no edit', () => {
    const session = startLong();
    session.type('overview', live('one\ntwo!'));
    session.type('overview', live('one\ntwo'));
    expect([session.isDirty, session.isAsKnown({ ...STORED, overview: 'one\ntwo' })]).toEqual([false, true]);
  });

  it('is read again by its editor when it was changed elsewhere, and only then', async () => {
    const session = startLong('one');
    const versions = [session.state().version];
    const note = () => void versions.push(session.state().version);
    session.edit({ name: 'Rows' });
    session.type('overview', live('one!'));
    await session.save();
    note();
    session.take({ ...STORED, name: 'Rows', overview: 'theirs', revision: 9 });
    note();
    session.type('overview', live('mine'));
    session.discard();
    note();
    expect(versions).toEqual([0, 0, 1, 2]);
    expect(session.read('overview')).toBe('theirs');
  });
});

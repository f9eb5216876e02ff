import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/contract/client.ts';
import { useStore } from '../../use-store.ts';
import { EditSession, type Save } from './edit-session.ts';
import { editState } from './edit-state.ts';
import { useUnsavedPart, useUnsavedParts, type UnsavedParts } from './unsaved-parts.ts';
import { usePageAutoSave } from './use-page-auto-save.ts';

interface Fields {
  title: string;
  body: string;
}

let sent: Save<Fields>[];
let reply: (save: Save<Fields>) => Promise<Fields & { revision: number }>;
let page: UnsavedParts;
let session: EditSession<Fields>;

let isLocked: boolean[];

/** A page with one part, and another that is not saved while one types. */
async function openPage(other = vi.fn(() => Promise.resolve(true))) {
  session = new EditSession<Fields>({
    stored: { title: 'A', body: 'B', revision: 1 },
    names: ['title', 'body'],
    send: (save) => {
      sent.push(save);
      return reply(save);
    },
  });
  function Page() {
    const { parts } = useUnsavedParts();
    const { dirty, isSending, isSaving, failure } = useStore(session);

    useLayoutEffect(() => {
      page = parts;
      isLocked.push(isSaving);
    });
    const state = editState({ isDirty: dirty.length > 0, isSaving: isSending, hasFailed: failure !== null });
    useUnsavedPart({ name: 'the screen', state, watch: session.watch, save: session.save }, parts);
    useUnsavedPart({ name: 'skills', state: 'unsaved', save: other }, parts);
    usePageAutoSave(parts, true);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Page />));
  return { other, close: () => act(() => root.unmount()) };
}

const type = (change: Partial<Fields>) => act(async () => session.edit(change));
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];

  isLocked = [];
  let revision = 1;
  reply = async ({ fields, base }) => ({ ...base, ...fields, revision: (revision += 1) });
  return () => vi.useRealTimers();
});

it('saves what was typed, marks it as automatic, and locks nothing', async () => {
  const { other, close } = await openPage();
  await type({ body: 'Hello' });
  await pass(1_900);
  expect(sent).toEqual([]);
  await pass(100);
  expect(sent).toMatchObject([{ fields: { body: 'Hello' }, revision: 1, isAutomatic: true }]);
  expect(isLocked).not.toContain(true);
  expect(session.isDirty).toBe(false);
  expect(other).not.toHaveBeenCalled();
  close();
});

it('saves by hand while an automatic save runs, with the message', async () => {
  const { close } = await openPage();
  const first = Promise.withResolvers<Fields & { revision: number }>();
  reply = () => first.promise;
  await type({ body: 'Hello' });
  await pass(2_000);
  await type({ body: 'Hello again' });
  reply = async () => ({ title: 'A', body: 'Hello again', revision: 3 });
  await act(async () => {
    const saving = page.saveAll({ message: 'Greet' });
    first.resolve({ title: 'A', body: 'Hello', revision: 2 });
    await saving;
  });
  expect(sent).toMatchObject([
    { isAutomatic: true },
    { fields: { body: 'Hello again' }, revision: 2, message: 'Greet', isAutomatic: false },
  ]);
  close();
});

it('keeps a refused field on the page, saves the others, and does not repeat it', async () => {
  const { close } = await openPage();
  const refusal = new ApiError(400, { code: 'invalid', details: { fields: [{ path: 'body.title', message: 'Too long.' }] } });
  reply = async ({ fields, base }) => {
    if (fields.title !== undefined) throw refusal;
    return { ...base, ...fields, revision: 2 };
  };
  await type({ title: 'x'.repeat(1_000), body: 'Hello' });
  await pass(2_000);
  expect(sent.map(({ fields }) => Object.keys(fields))).toEqual([['title', 'body'], ['body']]);
  expect(session.state()).toMatchObject({ dirty: ['title'], failure: refusal });
  await pass(600_000);
  expect(sent).toHaveLength(2);
  close();
});

it('reports a conflict, and opens nothing until the author asks', async () => {
  const { close } = await openPage();
  const details = { base: {}, mine: { body: 'Mine' }, theirs: { body: 'Theirs' }, merged: {}, revision: 5, changed_by: 'Bob' };
  reply = () => Promise.reject(new ApiError(409, { code: 'conflict', details }));
  await type({ body: 'Mine' });
  await pass(2_000);
  expect(session.state()).toMatchObject({ conflict: null, dirty: ['body'] });
  await pass(600_000);
  expect(sent).toHaveLength(1);
  await act(async () => void (await page.retry()));
  expect(session.state().conflict).toMatchObject({ changed_by: 'Bob' });
  close();
});

it('leaves what a save by hand reported as it is, until something is typed', async () => {
  const { other, close } = await openPage(vi.fn(() => Promise.resolve(false)));
  await type({ body: 'Hello' });
  await act(async () => void (await page.saveAll()));
  const reported = { failed: [{ name: 'skills' }], saved: ['the screen'] };
  expect(page.state()).toMatchObject(reported);
  await pass(600_000);
  expect(page.state()).toMatchObject(reported);
  expect([sent.length, other.mock.calls.length]).toEqual([1, 1]);
  await type({ body: 'Hello again' });
  await pass(2_000);
  expect(sent).toHaveLength(2);
  close();
});

it('saves what was typed while a save by hand was busy with another part', async () => {
  const busy = Promise.withResolvers<boolean>();
  const { close } = await openPage(vi.fn(() => busy.promise));
  await type({ body: 'Hello' });
  let saving: Promise<boolean> | undefined;
  await act(async () => void (saving = page.saveAll()));
  await type({ body: 'Hello again' });
  await pass(2_000);
  expect(sent).toHaveLength(1);
  await act(async () => {
    busy.resolve(true);
    await saving;
  });
  await pass(2_000);
  expect(sent.map(({ fields }) => fields)).toEqual([{ body: 'Hello' }, { body: 'Hello again' }]);
  close();
});

it('saves when the page is hidden', async () => {
  const { close } = await openPage();
  await type({ body: 'Hello' });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(sent).toHaveLength(1);
  close();
});

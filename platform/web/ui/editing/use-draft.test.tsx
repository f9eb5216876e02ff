import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stored } from '#testing/fake-idb.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import { type Draft, flushDrafts } from '../../drafts.ts';
import { type Editor, useEditor } from './use-editor.ts';

vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));

interface Fields {
  title: string;
  overview: string;
}

const KEY = '3/lesson/12';
/** The draft of another tab, whose page lives as long as its lock is held. */
const OTHER = `${KEY}/other-page.1`;
const isOtherOpen = vi.fn(() => false);
let root: Root;
let current: Editor<Fields> | undefined;
const editor = (): Editor<Fields> => {
  if (!current) throw new Error('The hook has not run.');
  return current;
};

beforeEach(() => {
  vi.stubGlobal('navigator', {
    locks: { query: () => Promise.resolve({ held: isOtherOpen() ? [{ name: 'lessonwright-page:other-page' }] : [] }) },
  });
  isOtherOpen.mockReturnValue(false);
  stored.clear();
  stored.set(OTHER, { base_revision: 3, fields: { title: 'By the other tab' }, at: 1 });
  root = createRoot(document.createElement('div'));
});
afterEach(async () => {
  act(() => root.unmount());
  await flushDrafts();
  vi.unstubAllGlobals();
});

function Host({ restoresItself }: { restoresItself: boolean }) {
  const shown = useEditor<Fields>({
    stored: STORED,
    names: ['title', 'overview'],
    send: ({ fields, revision }) => Promise.resolve({ ...STORED, ...fields, revision: revision + 1 }),
    failed: 'Not saved.',
    draftKey: KEY,
    restoresItself,
  });
  useLayoutEffect(() => {
    current = shown;
  });
  return null;
}
const STORED = { title: 'Rows', overview: '', revision: 4 };

async function open({ restoresItself = false } = {}) {
  await act(async () => root.render(<Host restoresItself={restoresItself} />));
}
async function type(change: Partial<Fields>) {
  act(() => editor().edit(change));
  await flushDrafts();
}
const kept = () => [...stored.values()].map((draft) => (draft as Draft).fields);

it('keeps the draft of a tab apart from that of another one, which is not offered while that is open', async () => {
  isOtherOpen.mockReturnValue(true);
  await open();
  expect(editor().draft.offer).toBeNull();
  await type({ title: 'By this tab' });
  expect(kept()).toEqual([{ title: 'By the other tab' }, { title: 'By this tab' }]);
});

it('offers the draft of a closed tab, and restores it from the revision that it began from', async () => {
  await open();
  await type({ overview: 'Typed since' });
  expect(kept()).toHaveLength(2);
  await act(async () => editor().draft.offer?.restore?.());
  expect(editor().fields).toEqual({ title: 'By the other tab', overview: 'Typed since' });
  expect([editor().draft.offer, editor().session.unsaved()?.base_revision]).toEqual([null, 3]);
  await untilRendered(() => expect(kept()).toEqual([{ title: 'By the other tab', overview: 'Typed since' }]));
});

it('keeps what it could not restore, because the field was edited since, until that is discarded', async () => {
  await open();
  await type({ title: 'Typed since' });
  await act(async () => editor().draft.offer?.restore?.());
  await untilRendered(() => expect(editor().draft.offer?.restore).toBeNull());
  expect([editor().fields.title, stored.has(OTHER)]).toEqual(['Typed since', true]);
  await act(async () => editor().draft.offer?.discard());
  expect([editor().draft.offer, kept()]).toEqual([null, [{ title: 'Typed since' }]]);
});

it('offers the drafts of two closed tabs that changed the same field one after the other', async () => {
  stored.set(`${KEY}/third-page.1`, { base_revision: 3, fields: { title: 'By the third tab' }, at: 2 });
  await open();
  await act(async () => editor().draft.offer?.discard());
  await untilRendered(() => expect(editor().draft.offer?.draft.fields).toEqual({ title: 'By the other tab' }));
  stored.set(`${KEY}/fourth-page.1`, { base_revision: 3, fields: { title: 'Rows' }, at: 0 });
  await act(async () => editor().draft.offer?.discard());
  await untilRendered(() => expect([editor().draft.offer, kept()]).toEqual([null, []]));
});

it('offers nothing that was saved after all, and forgets what is saved', async () => {
  stored.set(OTHER, { base_revision: 3, fields: { title: 'Rows' }, at: 1 });
  await open();
  await type({ title: 'Columns' });
  expect([editor().draft.offer, kept()]).toEqual([null, [{ title: 'Columns' }]]);
  await act(async () => void (await editor().save()));
  // Without waiting for the next write: the page may be left right after the save.
  expect(kept()).toEqual([]);
});

it('restores a draft by itself where it is asked to', async () => {
  await open({ restoresItself: true });
  await untilRendered(() => expect(editor().draft.restoredAt).not.toBeNull());
  expect(editor().fields.title).toBe('By the other tab');
  await untilRendered(() => expect(stored.has(OTHER)).toBe(false));
  expect(kept()).toEqual([{ title: 'By the other tab' }]);
  act(() => editor().session.discard());
  expect(editor().draft.restoredAt).toBeNull();
});

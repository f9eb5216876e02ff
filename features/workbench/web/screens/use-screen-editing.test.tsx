import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyScreenFields, type Screen } from '#features/screens/contract/screens.ts';
import { flushDrafts, saveDraft } from '#platform/web/drafts.ts';
import { stored } from '#testing/fake-idb.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import { type ScreenEditing, useScreenEditing } from './use-screen-editing.ts';

vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));

const SCREEN = {
  ...emptyScreenFields('code'),
  id: 7,
  lesson_id: 3,
  title: 'Rows',
  revision: 9,
  updated_by: 'Grace',
  commit_status: null,
  answer_output: null,
  answer_variables: [],
} as unknown as Screen;

const client = new QueryClient();
let root: Root;
let current: ScreenEditing | undefined;
const sent: unknown[] = [];
const editing = (): ScreenEditing => {
  if (!current) throw new Error('The hook has not run.');
  return current;
};

beforeEach(() => {
  vi.stubGlobal('fetch', (_address: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body));
    return Promise.resolve(Response.json({ error: 'no', code: 'internal', request_id: '1' }, { status: 500 }));
  });
  sent.length = 0;
  stored.clear();
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function Host({ screen }: { screen: Screen }) {
  const shown = useScreenEditing(
    screen,
    { id: 3, is_main: false, is_shallow_import: false, is_own_drafts: true, is_closed: false },
    { id: 1, role: 'staff' },
    () => undefined,
  );
  useLayoutEffect(() => {
    current = shown;
  });
  return null;
}

async function show(screen: Screen) {
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Host screen={screen} />
      </QueryClientProvider>,
    ),
  );
}

it('saves a restored draft from the revision that it began from, although the page has opened a later one', async () => {
  saveDraft('1/screen/7', () => ({ base_revision: 4, fields: { title: 'Mine' }, at: 0 }));
  await flushDrafts();
  await show(SCREEN);
  await untilRendered(() => expect(editing().draft.offer).not.toBeNull());
  await act(async () => editing().draft.offer?.restore?.());
  expect(editing()).toMatchObject({ state: 'unsaved', fields: { title: 'Mine' }, foreignSave: null });
  await act(async () => void (await editing().save({ message: 'Say what it is about' })));
  expect(sent).toEqual([{ title: 'Mine', revision: 4, saveMessage: 'Say what it is about' }]);
  expect(editing()).toMatchObject({ state: 'failed', fields: { title: 'Mine' } });
});

it('names who saved while there are unsaved edits, and saves from the revision that the edit began from', async () => {
  await show(SCREEN);
  act(() => editing().edit({ title: 'Mine' }));
  await show({ ...SCREEN, hint_markdown: 'Theirs', revision: 10 });
  expect(editing().foreignSave).toEqual({ by: 'Grace' });
  await act(async () => void (await editing().save()));
  expect(sent).toEqual([{ title: 'Mine', revision: 9 }]);
});

it('shows what others saved where there are no unsaved edits', async () => {
  await show(SCREEN);
  await show({ ...SCREEN, title: 'Theirs', revision: 10 });
  expect(editing()).toMatchObject({ state: 'saved', fields: { title: 'Theirs' }, foreignSave: null });
});

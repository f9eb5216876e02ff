import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { flushDrafts, saveDraft } from '#platform/web/drafts.ts';
import { stored } from '#testing/fake-idb.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import { type FileTextEditing, type KnownText, useFileText } from './use-file-text.ts';

vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));
vi.mock('#platform/web/use-live.ts', () => ({ useLive: () => undefined, useLiveRefresh: () => undefined }));

let root: Root;
let current: FileTextEditing | undefined;
const text = (): FileTextEditing => {
  if (!current) throw new Error('The hook has not run.');
  return current;
};
/** The file on the server, whose hash is its text; null: it was deleted. */
let onServer: string | null;
const sent: unknown[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', (_address: string, init: { method: string; body?: string }) => {
    const refuse = (code: string, status: number) =>
      Promise.resolve(Response.json({ error: code, code, request_id: '1', details: {} }, { status }));
    if (init.body === undefined) return onServer === null ? refuse('not_found', 404) : answer();
    const body = JSON.parse(init.body) as { contents: string; sha256?: string };
    sent.push(body);
    if (body.sha256 !== undefined && body.sha256 !== onServer) return refuse('conflict', 409);
    onServer = body.contents;
    return answer();
  });
  const answer = () => Promise.resolve(Response.json({ contents: onServer, sha256: onServer }));
  sent.length = 0;
  stored.clear();
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function Host({ opened }: { opened: KnownText }) {
  const shown = useFileText(5, 'notes.txt', opened, false);
  useLayoutEffect(() => {
    current = shown;
  });
  return null;
}

/** Without a hash, the file does not exist. */
async function open(opened: KnownText) {
  onServer = opened.contents;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(currentUserQuery.queryKey, { id: 3 } as CurrentUser);
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Host opened={opened} />
      </QueryClientProvider>,
    ),
  );
}
const file = (contents: string): KnownText => ({ contents, sha256: contents });
const type = (contents: string) => act(() => text().session.type('contents', contents));
const save = () => act(async () => void (await text().save()));

it('saves with the line ends that the file had', async () => {
  await open(file('a\r\nb\r\n'));
  expect(text().session.read('contents')).toBe('a\nb\n');
  type('a\nb\nc\n');
  await save();
  expect(sent).toEqual([{ contents: 'a\r\nb\r\nc\r\n', sha256: 'a\r\nb\r\n' }]);
  expect([text().state, text().session.read('contents')]).toEqual(['saved', 'a\nb\nc\n']);
});

it('saves a file that does not exist yet without a hash', async () => {
  await open({ contents: '' });
  type('apt-get update\n');
  await save();
  expect(sent).toEqual([{ contents: 'apt-get update\n' }]);
});

it('shows both texts when another author saved, and overwrites theirs only on request', async () => {
  await open(file('a'));
  type('mine');
  onServer = 'theirs';
  await save();
  expect([text().theirs, text().state, text().session.read('contents')]).toEqual([{ contents: 'theirs' }, 'failed', 'mine']);
  await act(async () => text().keepMine());
  await untilRendered(() => expect(text()).toMatchObject({ theirs: null, state: 'saved' }));
  expect(sent).toEqual([
    { contents: 'mine', sha256: 'a' },
    { contents: 'mine', sha256: 'theirs' },
  ]);
});

it('takes over their text on request, and saves from it', async () => {
  await open(file('a'));
  type('mine');
  onServer = 'theirs';
  await save();
  await act(async () => text().takeTheirs());
  expect([text().theirs, text().state, text().session.read('contents')]).toEqual([null, 'saved', 'theirs']);
  type('theirs and mine');
  await save();
  expect(sent.at(-1)).toEqual({ contents: 'theirs and mine', sha256: 'theirs' });
});

it('creates the file again when it was deleted and mine is kept', async () => {
  await open(file('a'));
  type('mine');
  onServer = null;
  await save();
  expect(text().theirs).toEqual({});
  await act(async () => text().keepMine());
  await untilRendered(() => expect(text().state).toBe('saved'));
  expect(sent.at(-1)).toEqual({ contents: 'mine' });
});

it('restores what an earlier visit left, and saves it from the hash that it began from', async () => {
  saveDraft('3/file-text/5/notes.txt', () => ({ base_revision: 'one', fields: { contents: 'left' }, at: 0 }));
  await flushDrafts();
  await open(file('two'));
  await untilRendered(() => expect(text().draft.restoredAt).not.toBeNull());
  expect(text().session.read('contents')).toBe('left');
  await save();
  expect(sent).toEqual([{ contents: 'left', sha256: 'one' }]);
  await act(async () => text().discard());
  expect([text().state, text().session.read('contents'), text().theirs]).toEqual(['saved', 'two', null]);
});

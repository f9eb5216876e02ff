import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { flushDrafts } from '#platform/web/drafts.ts';
import { stored } from '#testing/fake-idb.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import { useDraftForm } from './use-draft-form.ts';

vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'));

const EMPTY = { message: '', tags: [] as string[] };
const send = vi.fn((_fields: typeof EMPTY): Promise<unknown> => Promise.resolve());
let form: ReturnType<typeof useDraftForm<typeof EMPTY>> | undefined;

beforeEach(() => {
  stored.clear();
  send.mockClear();
});

function Host() {
  const session = useDraftForm('3/reply/12', EMPTY, send);
  useLayoutEffect(() => {
    form = session;
  });
  return null;
}

async function open(): Promise<Root> {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Host />));
  await act(flushDrafts);
  return root;
}
async function leave(root: Root) {
  act(() => root.unmount());
  await flushDrafts();
}

it('has again what was typed before, until it was sent', async () => {
  const first = await open();
  act(() => form?.edit({ message: 'Half a sen' }));
  await leave(first);
  const second = await open();
  await untilRendered(() => expect(form?.state().fields).toEqual({ message: 'Half a sen', tags: [] }));
  await act(async () => void (await form?.save()));
  expect(send).toHaveBeenCalledExactlyOnceWith({ message: 'Half a sen', tags: [] });
  expect(form?.state()).toMatchObject({ fields: EMPTY, failure: null });
  await leave(second);
  expect(stored.size).toBe(0);
});

it('keeps what could not be sent', async () => {
  const root = await open();
  send.mockRejectedValueOnce(new Error('No network'));
  act(() => form?.edit({ message: 'A sentence.' }));
  await act(async () => void (await form?.save()));
  expect(form?.state()).toMatchObject({ fields: { message: 'A sentence.' }, failure: { message: 'No network' } });
  await leave(root);
  expect([...stored.values()]).toMatchObject([{ fields: { message: 'A sentence.' } }]);
});

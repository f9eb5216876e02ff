import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { emptyScreenFields, type Screen } from '#contract/screens.ts';
import { ScreenForm } from './screen-form.ts';
import { useSaveScreen } from './use-save-screen.ts';

afterEach(() => vi.unstubAllGlobals());

it('sends what was edited with the revision that the edit began from, although somebody else has saved since', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const sent = vi.fn<(body: string) => void>();
  vi.stubGlobal('fetch', (_address: string, init: { body: string }) => {
    sent(init.body);
    return Promise.resolve(new Response('{"error":"internal","message":"no"}', { status: 500 }));
  });
  const mine = { ...emptyScreenFields('code'), id: 7, lesson_id: 3, title: 'Rows', revision: 4 } as Screen;
  const form = new ScreenForm(mine);
  form.edit('title', 'Columns');
  let save = (_message?: string): Promise<boolean> => Promise.reject(new Error('The hook has not run.'));
  function Host() {
    const saving = useSaveScreen({ ...mine, title: 'Lines', revision: 5 }, form);
    useEffect(() => {
      save = saving.save;
    });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Host />
      </QueryClientProvider>,
    ),
  );
  await act(async () => void (await save('Say what it is about')));
  expect(sent.mock.calls.map(([body]) => JSON.parse(body) as unknown)).toEqual([
    { title: 'Columns', revision: 4, saveMessage: 'Say what it is about' },
  ]);
  act(() => root.unmount());
});

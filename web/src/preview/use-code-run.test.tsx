import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { useCodeRun } from './use-code-run.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([true, false])('requests a verdict only for a submission: %s', async (isSubmitted) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const sent = vi.fn<(body: string) => void>();
  vi.stubGlobal('fetch', (_address: string, init: { body: string }) => {
    sent(init.body);
    return Promise.resolve(new Response('{"error":"internal","message":"no"}', { status: 500 }));
  });
  let start = (_code: string, _isSubmitted: boolean): Promise<unknown> => Promise.reject(new Error('The hook has not run.'));
  function Host() {
    const used = useCodeRun(2);
    useEffect(() => {
      start = used.start;
    });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Host />));
  await act(async () => void (await start('x = 1', isSubmitted)));
  expect(sent.mock.calls.map(([body]) => JSON.parse(body) as unknown)).toMatchObject([{ code: 'x = 1', submit: isSubmitted }]);
  act(() => root.unmount());
});

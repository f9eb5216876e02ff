import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { type FileFieldsEditor, useFileFields } from './use-file-fields.ts';

const FILE = { id: 9, file_name: 'a.csv', alias: 'a.csv', mode: null, preview: false, lines: null } as DataFile;

let root: Root;
let current: FileFieldsEditor | undefined;
const editor = (): FileFieldsEditor => {
  if (!current) throw new Error('The hook has not run.');
  return current;
};
/** Calls, each with the way to answer it. */
let calls: { body: unknown; answer: (status?: number) => Promise<void> }[];

beforeEach(async () => {
  vi.useFakeTimers();
  calls = [];
  let file = FILE;
  vi.stubGlobal('fetch', (_address: string, init: { body: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const body = JSON.parse(init.body) as Partial<DataFile>;
    const answer = (status = 200) =>
      act(async () => {
        if (status === 200) file = { ...file, ...body };
        resolve(Response.json(status === 200 ? [file] : { error: 'no', code: 'internal', request_id: '1' }, { status }));
        await vi.advanceTimersByTimeAsync(0);
      });
    calls.push({ body, answer });
    return promise;
  });
  root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Host />
      </QueryClientProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Host() {
  const shown = useFileFields(1, FILE);
  useLayoutEffect(() => {
    current = shown;
  });
  return null;
}
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const type = (alias: string) => act(() => editor().edit({ alias }));
const choose = (change: Partial<DataFile>) => act(async () => editor().choose(change));
const sent = () => calls.map(({ body }) => body);

it('sends what is typed once, after a pause of 1.5 s', async () => {
  type('a');
  await wait(1_499);
  type('ab');
  await wait(1_499);
  expect([sent(), editor().state]).toEqual([[], 'unsaved']);
  await wait(1);
  expect([sent(), editor().state]).toEqual([[{ alias: 'ab' }], 'saving']);
  await calls[0]?.answer();
  expect([editor().state, editor().fields.alias]).toEqual(['saved', 'ab']);
});

it('sends what is chosen at once, together with what waits', async () => {
  type('a');
  await choose({ preview: true });
  expect(sent()).toEqual([{ alias: 'a', preview: true }]);
  await wait(1_500);
  expect(calls).toHaveLength(1);
});

it('sends after a save what was chosen during it, also what was switched back', async () => {
  await choose({ preview: true });
  await choose({ lines: 5 });
  await choose({ preview: false });
  await calls[0]?.answer();
  expect(sent()).toEqual([{ preview: true }, { preview: false, lines: 5 }]);
  await calls[1]?.answer();
  expect(editor()).toMatchObject({ state: 'saved', fields: { preview: false, lines: 5 } });
});

it('keeps what could not be saved until it is tried again or discarded', async () => {
  await choose({ preview: true });
  await calls[0]?.answer(500);
  expect(editor()).toMatchObject({ state: 'failed', fields: { preview: true } });
  expect(editor().error).not.toBeNull();
  act(() => editor().session.discard());
  expect(editor()).toMatchObject({ state: 'saved', error: null, fields: { preview: false } });
});

it('sends what waits when the page is left', async () => {
  type('ab');
  act(() => root.unmount());
  expect(sent()).toEqual([{ alias: 'ab' }]);
});

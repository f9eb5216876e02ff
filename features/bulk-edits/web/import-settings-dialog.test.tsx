import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import { SETTINGS_CSV_MAX, type BulkEditResult, type SettingsCsvPreview } from '../contract.ts';
import ImportSettingsDialog from './import-settings-dialog.tsx';
import { MESSAGES } from './messages.ts';

const PREVIEW: SettingsCsvPreview = {
  lessons: [
    { id: 7, sequence: 12, title: 'Loops', release_name: 'Summer', cells: [{ column: 'skills', before: '', after: 'Loops\nLists' }] },
  ],
  same: 0,
  refused: [],
  unknown_columns: [],
};
const LEFT: BulkEditResult['left'] = [
  { lesson_id: 7, sequence: 12, title: 'Loops', screen_id: null, screen_sequence: null, field: 'Skills', reason: 'It changed.' },
];

let root: Root;
let place: HTMLElement;
let sent: [path: string, body: unknown][];
let closed: number;

beforeEach(async () => {
  sent = [];
  closed = 0;
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push([path, JSON.parse(body)]);
    return Promise.resolve(Response.json(path.endsWith('/preview') ? PREVIEW : { edit: null, left: LEFT }));
  });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  const rootRoute = createRootRoute({ component: () => <ImportSettingsDialog onClose={() => (closed += 1)} /> });
  const page = createRoute({ getParentRoute: () => rootRoute, path: '/lesson/$lessonId' });
  const router = createRouter({ routeTree: rootRoute.addChildren([page]), history: createMemoryHistory() });
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await untilRendered(() => {
    if (!dialog()) throw new Error('The dialog is not open.');
  });
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]');
const text = () => dialog()?.textContent ?? '';
const button = (name: string) => [...(dialog()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);

async function choose(file: File): Promise<void> {
  const input = dialog()?.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('There is no field for a file.');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
}

it('names what stayed as it was, and stays open', async () => {
  await choose(new File(['Number,Skills\n12,"Loops\nLists"'], 'lessons.csv'));
  await untilRendered(() => expect(text()).toContain('Skills: none → Loops, Lists'));
  await act(async () => button('Change 1 lesson')?.click());
  await untilRendered(() => expect(text()).toContain(MESSAGES.stayed(1)));
  expect(text()).toContain('It changed.');
  expect(sent[1]).toMatchObject(['/api/bulk-edits/csv', { lessons: [{ id: 7, cells: PREVIEW.lessons[0]?.cells }] }]);
  expect(button('Change 1 lesson')).toBeUndefined();
  expect(closed).toBe(0);
});

it.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ['another encoding', new Uint8Array([0x4e, 0xe9]), MESSAGES.fileEncoding],
  ['a file that is too large', new Uint8Array(SETTINGS_CSV_MAX + 1), MESSAGES.fileTooLarge(SETTINGS_CSV_MAX)],
])('refuses %s without sending it', async (_, bytes, reason) => {
  await choose(new File([bytes], 'lessons.csv'));
  await untilRendered(() => expect(text()).toContain(reason));
  expect(sent).toEqual([]);
});

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import type { ScreenTest } from '../contract/screen-tests.ts';
import { GateFindings } from './gate-banner.tsx';
import { MESSAGES } from './messages.ts';
import { ScreenTests } from './screen-tests.tsx';

const TEST: ScreenTest = {
  id: 4,
  description: 'A sum',
  code: 'print(4)',
  is_default: false,
  is_boolean_test: false,
  inputs: '',
  screen_id: 9,
  screen_sequence: 2,
  lesson_id: 7,
  test_pass: false,
  results: [],
  test_result: null,
  status: 'Not scheduled',
};

let root: Root;
let place: HTMLElement;
let tests: ScreenTest[];
let calls: string[];

beforeEach(() => {
  calls = [];
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    calls.push(`${init?.method ?? 'GET'} ${path}`);
    return Promise.resolve(Response.json(tests));
  });
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]');
const lines = () => [...(dialog()?.querySelectorAll('li') ?? [])];

async function render(component: () => ReactNode): Promise<void> {
  const rootRoute = createRootRoute({ component });
  const page = createRoute({ getParentRoute: () => rootRoute, path: '/lesson/$lessonId/tests' });
  const router = createRouter({ routeTree: rootRoute.addChildren([page]), history: createMemoryHistory() });
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}

async function open(): Promise<void> {
  await render(() => <ScreenTests lessonId={7} screenId={9} />);
  await untilRendered(() => expect(place.querySelector('button')).not.toBeNull());
  await act(async () => place.querySelector('button')?.click());
  await untilRendered(() => expect(dialog()).not.toBeNull());
}

it('lists the tests of the screen, each with a link to it', async () => {
  const failed = { timestamp: '2026-01-01T00:00:00Z', test_passes: false, message: 'No runner', run_pass: null, run_results: [] };
  tests = [TEST, { ...TEST, id: 5, description: '', is_default: true, test_pass: true, status: 'Run Error', test_result: failed }];
  await open();
  await untilRendered(() =>
    expect(lines().map(({ textContent }) => textContent)).toEqual(['A sumMust failNot scheduled', 'The answer passesMust passTest failed']),
  );
  expect(lines()[0]?.querySelector('a')?.getAttribute('href')).toBe('/lesson/7/tests?test=4');
  expect(calls).toEqual(['POST /api/lesson/7/screen/9/load-screen-tests']);
});

it('says so when there are none', async () => {
  tests = [];
  await open();
  await untilRendered(() => expect(dialog()?.textContent).toContain(MESSAGES.empty));
});

it('says that an earlier check counts no more, and what to do', async () => {
  await render(() => <GateFindings lessonId={7} gate={{ warnings: [], is_outdated: true }} />);
  await untilRendered(() => expect(place.querySelector('[role="status"]')?.textContent).toContain(MESSAGES.outdated));
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/lesson/7/tests');
});

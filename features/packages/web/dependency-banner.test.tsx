import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { Build } from '../contract.ts';
import { buildQuery } from './api.ts';
import { BuildEffects } from './build-effects.tsx';
import { DependencyBanner, PackagesLink } from './dependency-banner.tsx';

vi.mock('#platform/web/live.ts', () => ({ subscribe: () => () => undefined }));

const LESSON = { id: 3, has_runner: true, packages: [], is_main: false, is_shallow_import: false } as unknown as Lesson;
const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
let place: HTMLElement;
let root: Root;

function open() {
  root = createRoot(place);
  act(() =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <DependencyBanner lesson={LESSON} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}
function reload() {
  act(() => root.unmount());
  open();
}

beforeEach(() => {
  localStorage.clear();
  place = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  client.clear();
});

function built(id: number) {
  const build: Build = {
    id,
    state: 'built',
    error: null,
    started_at: null,
    finished_at: null,
    started_by: null,
    installed: [],
    changed: [],
    answers: null,
  };
  client.setQueryData(currentUserQuery.queryKey, { external: false } as CurrentUser);
  client.setQueryData(buildQuery(client, 3).queryKey, { build, log: '', log_end: 0 });
}

it('says that packages are installed until it is closed, also after a reload, and again after the next build', () => {
  built(4);
  open();
  expect(place.textContent).toContain('Packages are installed.');
  reload();
  expect(place.textContent).toContain('Packages are installed.');
  act(() => place.querySelector<HTMLElement>('button')?.click());
  reload();
  expect(place.textContent).not.toContain('installed');
  built(5);
  reload();
  expect(place.textContent).toContain('Packages are installed.');
});

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

/** What a page shows that has links. */
function shown(part: ReactNode): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider env="test">
      <RouterContextProvider router={router as never}>{part}</RouterContextProvider>
    </MantineProvider>,
  );
  return page;
}

it('leads from a screen to the tab of the packages', () => {
  expect(
    shown(<PackagesLink lessonId={3} />)
      .querySelector('a')
      ?.getAttribute('href'),
  ).toBe('/lesson/3?tab=packages');
});

it('names the versions that a build changed, and the answers that fail with them', () => {
  const changed = [{ name: 'pandas', from: '2.2.3', to: '3.1.1' }];
  const build = {
    id: 4,
    state: 'built',
    error: null,
    started_at: null,
    finished_at: null,
    started_by: null,
    installed: [],
    changed,
  } as const;
  const failing = [{ screen_id: 7, screen_sequence: 2, passed_before: true }];
  const page = shown(<BuildEffects lessonId={3} build={{ ...build, answers: { total: 3, failing } } as unknown as Build} />);
  expect(page.textContent).toContain('pandas 2.2.3 → 3.1.1');
  expect(page.textContent).toContain('1 of 3 answers fails its own checks with these packages:Screen 2, which passed before');
  expect(page.querySelector('a')?.getAttribute('href')).toBe('/lesson/3/screen/7');
  const passing = shown(<BuildEffects lessonId={3} build={{ ...build, answers: { total: 3, failing: [] } } as unknown as Build} />);
  expect(passing.textContent).toContain('All 3 answers pass with these packages.');
});

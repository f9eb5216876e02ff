import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Lesson } from '#contract/lessons.ts';
import type { Build } from '#contract/packages.ts';
import type { CurrentUser } from '#contract/users.ts';
import { currentUserQuery } from '#web/features/session/current-user.ts';
import { buildQuery } from './api.ts';
import { DependencyBanner } from './dependency-banner.tsx';

vi.mock('#web/platform/live.ts', () => ({ subscribe: () => () => undefined }));

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

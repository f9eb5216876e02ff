import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { Deploy } from '../../contract/deploys.ts';
import { DeployState } from './deploy-state.tsx';

const FAILED: Deploy = {
  build_number: 1,
  status: 'failed',
  timestamp: '2026-11-28T10:00:00.000Z',
  started_by: 'Ada',
  error: 'The answer fails.',
  only_answers_fail: true,
  job_url: '/lesson/1/deploy/1',
  target: 'built-in',
  is_kept: false,
};

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

function show(role: CurrentUser['role'], isLast: boolean, onStarted?: (deploy: Deploy) => void): void {
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, { role, external: role === 'external' } as CurrentUser);
  act(() =>
    root.render(
      <RouterContextProvider router={router as never}>
        <QueryClientProvider client={client}>
          <MantineProvider env="test">
            <DeployState lessonId={1} deploy={FAILED} isLast={isLast} mayStop {...(onStarted ? { onStarted } : {})} />
          </MantineProvider>
        </QueryClientProvider>
      </RouterContextProvider>,
    ),
  );
}

const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === name)?.click());

it.each([
  ['staff can deploy anyway', 'staff', true, 'Last deploy failed', [true, false]],
  ['external authors are told whom to ask', 'external', true, 'Last deploy failed', [false, true]],
  ['an earlier one is not the last, and offers nothing', 'staff', false, 'This deploy failed', [false, false]],
] as const)('a deploy whose answers fail: %s', (_name, role, isLast, title, ways) => {
  show(role, isLast);
  const says = (text: string) => place.textContent.includes(text);
  expect(says(title)).toBe(true);
  expect([says('Deploy anyway…'), says('ask staff')]).toEqual(ways);
});

it('goes on to the deploy that was started in its place', async () => {
  const onStarted = vi.fn();
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...FAILED, build_number: 2, status: 'running' })));
  show('staff', true, onStarted);
  await press('Deploy anyway…');
  await press('Deploy anyway');
  await untilRendered(() => expect(document.body.textContent).toContain('Say why.'));
  const reason = document.querySelector('textarea')!;
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(reason, 'It is right.');
    reason.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await press('Deploy anyway');
  await untilRendered(() => expect(onStarted).toHaveBeenCalledWith(expect.objectContaining({ build_number: 2 })));
});

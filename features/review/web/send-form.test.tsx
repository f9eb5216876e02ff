import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import { groupsQuery } from '#features/accounts/web/people/groups-query.ts';
import { currentUserQuery } from '#features/accounts/web/session/current-user.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { ReleaseChanges } from '../contract/pull-requests.ts';
import { releaseChangesQuery, reviewersQuery } from './api.ts';
import { SendForm } from './send-form.tsx';

const lesson = (lesson_id: number, sequence: number): ReleaseChanges['lessons'][number] => ({
  lesson_id,
  sequence,
  title: 'Loops',
  folder: String(sequence),
  change: 'changed',
  files: 1,
  content: 'tree',
  screens: [],
  parts: [],
  warnings: null,
});
const CHANGES: ReleaseChanges = {
  lessons: [lesson(1, 201), lesson(2, 202)],
  curricula: [],
  other_files: 0,
  same: [],
  unpushed: 0,
  is_drafts: true,
};

it('asks the reviewer of the ticked lesson and who was added, and moves the lesson once: a review that can’t be opened is tried again, or the lesson moves back', async () => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const path = new URL(url, 'http://localhost').pathname;
    calls.push(`${method} ${path} ${typeof body === 'string' ? body : ''}`);
    if (path.endsWith('/pull')) return Response.json({ error: 'Not now.', code: 'unavailable', request_id: '1' }, { status: 503 });
    return Response.json({ id: 9, name: '202 Loops', invalidLessons: {}, leftLessons: [] });
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(currentUserQuery.queryKey, { role: 'staff', external: false } as CurrentUser);
  client.setQueryData(releaseChangesQuery(3).queryKey, CHANGES);
  const person = (id: number) => ({ id, name: `P${id}`, email: `p${id}@example.org`, external: false });
  client.setQueryData(groupsQuery.queryKey, [{ id: 4, name: 'Data team', members: [person(6), person(7)] }]);
  const facts = { is_writer: false, wrote: [] };
  client.setQueryData(reviewersQuery(3).queryKey, [
    { id: 5, name: 'Ben', reviews: [2], ...facts },
    { id: 6, name: 'Cy', reviews: [1], ...facts },
    { id: 7, name: 'Dee', reviews: [], ...facts },
  ]);
  // A form that isn't on the page doesn't submit.
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <SendForm releaseId={3} releaseName="Drafts" chosen={[{ id: 2 }]} onSent={() => undefined} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  const press = async (name: string) => {
    const isNamed = (each: Element) => each.textContent === name || each.getAttribute('aria-label') === name;
    const button = () => [...place.querySelectorAll('button')].find(isNamed);
    await untilRendered(() => expect(button()).toBeDefined());
    await act(async () => button()?.click());
  };
  await press('Ask Dee');
  await press('Send for review');
  await press('Try again');
  await untilRendered(() => expect(calls).toHaveLength(3));
  await press('Move them back');
  await untilRendered(() => expect(calls).toHaveLength(5));
  expect(calls).toEqual([
    'POST /api/release/3/separate {"name":"202 Loops","lessons":[202]}',
    'POST /api/release/9/pull {"reviewers":[5,7]}',
    'POST /api/release/9/pull {"reviewers":[5,7]}',
    'PUT /api/release/3 {"lessons_list":[202],"from_release":9,"move":true}',
    expect.stringContaining('DELETE /api/release/9'),
  ]);
  await act(async () => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { screenNamesQuery, screenQuery, screenTextsQuery } from '#features/lessons/web/queries.ts';
import type { ListedScreen, Screen } from '#features/screens/contract/screens.ts';
import type { LiveListener } from '#platform/web/live.ts';
import { LatestQueryClient } from '#platform/web/query-client.ts';
import { useArrangeScreens } from './use-arrange-screens.ts';
import { useScreenEvents } from './use-lesson-events.ts';
import { wordCountsQuery } from './word-counts-query.ts';

const live = vi.hoisted(() => ({ listener: null as LiveListener | null }));
vi.mock('#platform/web/live.ts', () => ({
  subscribe: (_topic: string, listener: LiveListener) => {
    live.listener = listener;
    return () => undefined;
  },
}));
afterEach(() => vi.unstubAllGlobals());

const screen = (id: number) => ({ id, lesson_id: 3, sequence: id, revision: 1 }) as ListedScreen;
const { queryKey } = screenNamesQuery(3);

it('a screen that this page deletes is in its list until the reply is there, although the live connection tells of it before', async () => {
  const replied = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => replied.promise);
  const client = new QueryClient();
  client.setQueryData(queryKey, [screen(1), screen(2)]);
  const lengths = wordCountsQuery(3).queryKey;
  client.setQueryData(lengths, []);
  const texts = screenTextsQuery(3).queryKey;
  client.setQueryData(texts, []);
  let remove: ReturnType<typeof useArrangeScreens>['remove'] | undefined;
  function Host() {
    const arranging = useArrangeScreens(3, () => undefined);
    useScreenEvents(3);
    useEffect(() => {
      remove = arranging.remove;
    });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <Host />
      </QueryClientProvider>,
    ),
  );
  const isStale = () => client.getQueryState(queryKey)?.isInvalidated;
  let deleting: Promise<ListedScreen[]> | undefined;
  await act(async () => {
    deleting = remove?.mutateAsync(1);
  });
  act(() => live.listener?.onEvent({ type: 'screens-changed' }));
  expect(isStale()).toBe(false);

  replied.resolve(Response.json([screen(2)]));
  await act(async () => void (await deleting));
  expect(client.getQueryData(queryKey)?.map(({ id }) => id)).toEqual([2]);
  // The event about changes by others in the meantime was left out.
  expect(isStale()).toBe(true);
  expect(client.getQueryState(lengths)?.isInvalidated).toBe(true);
  expect(client.getQueryState(texts)?.isInvalidated).toBe(true);

  client.setQueryData(queryKey, [screen(2)]);
  act(() => live.listener?.onEvent({ type: 'screens-changed' }));
  expect(isStale()).toBe(true);
  act(() => root.unmount());
});

it.each([
  ['is deleted', 200, []],
  ['could not be deleted', 503, [1]],
])('a screen that %s is loaded again only if it is still there: %i', async (_case, status, loaded) => {
  const asked: number[] = [];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([screen(2)], { status })));
  const client = new LatestQueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(queryKey, [screen(1), screen(2)]);
  const open = { ...screenQuery(3, 1), queryFn: () => Promise.resolve({ ...screen(1), asked: asked.push(1) } as unknown as Screen) };
  client.setQueryData(open.queryKey, screen(1) as unknown as Screen);
  let remove: ReturnType<typeof useArrangeScreens>['remove'] | undefined;
  function Host() {
    const arranging = useArrangeScreens(3, () => undefined);
    useQuery(open);
    useEffect(() => {
      remove = arranging.remove;
    });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <Host />
      </QueryClientProvider>,
    ),
  );
  await act(async () => void (await remove?.mutateAsync(1).catch(() => undefined)));
  // As the call that writes, and live events, do.
  await act(() => client.invalidateQueries({ queryKey: ['lesson', 3, 'screens', 1] }));
  expect(asked).toEqual(loaded);
  act(() => root.unmount());
});

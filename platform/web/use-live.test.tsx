import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { LiveListener } from './live.ts';
import { LatestQueryClient } from './query-client.ts';
import { useLiveRefresh } from './use-live.ts';

const { topics } = vi.hoisted(() => ({ topics: new Map<string, Set<LiveListener>>() }));
vi.mock('./live.ts', () => ({
  subscribe: (topic: string, listener: LiveListener) => {
    const listeners = topics.get(topic) ?? new Set();
    topics.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  },
}));

const client = new LatestQueryClient();
const KEY = ['lesson', 3, 'files'];
afterEach(() => client.clear());

function Files({ topic }: { topic: string | null }) {
  useLiveRefresh(topic, (event) => event.type === 'files-changed', { queryKey: KEY });
  return null;
}

it('refetches what an event is about, and after missed events', () => {
  const root = createRoot(document.createElement('div'));
  const show = (topic: string | null) =>
    act(() =>
      root.render(
        <QueryClientProvider client={client}>
          <Files topic={topic} />
        </QueryClientProvider>,
      ),
    );
  const listeners = (topic: string) => [...(topics.get(topic) ?? [])];
  const isStale = () => client.getQueryState(KEY)?.isInvalidated;
  const load = () => client.setQueryData(KEY, []);

  load();
  show('lesson:3');
  expect(listeners('lesson:3')).toHaveLength(1);
  listeners('lesson:3')[0]?.onEvent({ type: 'screens-changed' });
  expect(isStale()).toBe(false);
  listeners('lesson:3')[0]?.onEvent({ type: 'files-changed' });
  expect(isStale()).toBe(true);
  load();
  listeners('lesson:3')[0]?.onResume?.();
  expect(isStale()).toBe(true);

  show('lesson:4');
  expect([listeners('lesson:3').length, listeners('lesson:4').length]).toEqual([0, 1]);
  show(null);
  expect(listeners('lesson:4')).toHaveLength(0);
  act(() => root.unmount());
});

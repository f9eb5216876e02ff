import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFirstReplies } from './use-first-replies.ts';

let root: Root;
let place: HTMLElement;
const replies = new Map<string, { resolve: (reply: string) => void; reject: (error: Error) => void }>();

function Host({ names }: { names: readonly string[] }) {
  const queries = names.map((name) => ({
    queryKey: [name],
    queryFn: () => new Promise<string>((resolve, reject) => replies.set(name, { resolve, reject })),
    retry: 3,
    enabled: name !== 'off',
  }));
  return useFirstReplies(queries) ? 'ready' : 'waiting';
}

const client = new QueryClient();
const show = (...names: string[]) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Host names={names} />
      </QueryClientProvider>,
    ),
  );
const after = (step: () => void) =>
  act(async () => {
    step();
    await vi.advanceTimersByTimeAsync(1);
  });

beforeEach(() => {
  vi.useFakeTimers();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  client.clear();
  place.remove();
  vi.useRealTimers();
});

it('a page waits for the first replies, and not for tries after a failure', async () => {
  await show('news', 'comments', 'off');
  expect(place.textContent).toBe('waiting');
  await after(() => replies.get('news')?.resolve('none'));
  expect(place.textContent).toBe('waiting');
  await after(() => replies.get('comments')?.reject(new Error('The server is starting.')));
  expect(place.textContent).toBe('ready');
});

it('a page waits for two seconds at most, also for the next thing that it shows', async () => {
  await show('news');
  await after(() => vi.advanceTimersByTime(2_000));
  expect(place.textContent).toBe('ready');
  await show('other news');
  expect(place.textContent).toBe('waiting');
  await after(() => vi.advanceTimersByTime(2_000));
  expect(place.textContent).toBe('ready');
});

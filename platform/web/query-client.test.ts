import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { changeQueryData, keepFromReloading, LatestQueryClient } from './query-client.ts';

/** Only to end what hangs. */
const LIMIT = { timeout: 300_000, interval: 5 };

it('discards the first reply of a query that was invalidated in the meantime', async () => {
  const client = new LatestQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const queryFn = () => answers[asked++]!.promise;
  const observer = new QueryObserver(client, { queryKey: ['files'], queryFn });
  const stop = observer.subscribe(() => undefined);
  expect(asked).toBe(1);
  const refreshed = client.invalidateQueries({ queryKey: ['files'] });
  await vi.waitFor(() => expect(asked).toBe(2), LIMIT);
  answers[0]!.resolve('before the upload');
  answers[1]!.resolve('after it');
  await refreshed;
  const last = { status: 'success', data: 'after it', fetchStatus: 'idle' };
  await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject(last), LIMIT);
  stop();
  client.clear();
});

it('keeps the first reply of a query without subscribers', async () => {
  const client = new LatestQueryClient();
  const answer = Promise.withResolvers<string>();
  const fetched = client.query({ queryKey: ['files'], queryFn: () => answer.promise });
  await client.invalidateQueries({ queryKey: ['files'] });
  answer.resolve('there');
  expect(await fetched).toBe('there');
  client.clear();
});

it('loads a query again whose reply without subscribers is from before an invalidation', async () => {
  const client = new LatestQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const queryFn = () => answers[asked++]!.promise;
  // As the loader of a page that is opened next.
  const ahead = client.query({ queryKey: ['files'], queryFn, staleTime: Infinity });
  await client.invalidateQueries({ queryKey: ['files'] });
  answers[0]!.resolve('before the upload');
  await ahead;
  const observer = new QueryObserver(client, { queryKey: ['files'], queryFn, staleTime: Infinity });
  const stop = observer.subscribe(() => undefined);
  answers[1]!.resolve('after it');
  await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ data: 'after it', fetchStatus: 'idle' }), LIMIT);
  stop();
  client.clear();
});

it('keeps an invalidation when a part changes while the query loads, and its page is left', async () => {
  const client = new LatestQueryClient();
  const loading: PromiseWithResolvers<string>[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    const answer = Promise.withResolvers<string>();
    loading.push(answer);
    signal.addEventListener('abort', () => answer.reject(new Error('left')));
    return answer.promise;
  };
  const open = () => new QueryObserver(client, { queryKey: ['lesson'], queryFn, staleTime: Infinity }).subscribe(() => undefined);
  const leave = open();
  loading[0]!.resolve('before the save');
  await vi.waitFor(() => expect(client.getQueryState(['lesson'])).toMatchObject({ data: 'before the save', fetchStatus: 'idle' }), LIMIT);
  void client.invalidateQueries({ queryKey: ['lesson'] });
  await vi.waitFor(() => expect(loading).toHaveLength(2), LIMIT);
  changeQueryData(client, ['lesson'], () => 'before the save, committed');
  expect(client.getQueryData(['lesson'])).toBe('before the save, committed');
  leave();
  open();
  await vi.waitFor(() => expect(loading).toHaveLength(3), LIMIT);
  client.clear();
});

it('does not load again what is being deleted while its page is open', async () => {
  const client = new LatestQueryClient();
  const asked: string[] = [];
  const open = (queryKey: readonly unknown[]) => {
    const queryFn = () => Promise.resolve(asked.push(queryKey.join('/')));
    return new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined);
  };
  const leave = [open(['screens', 1, 'texts']), open(['screens', 2])];
  await vi.waitFor(() => expect(client.isFetching()).toBe(0), LIMIT);
  asked.length = 0;
  keepFromReloading(client, [['screens', 1]]);
  const isNotRefused = keepFromReloading(client, [['screens', 2]]);
  await client.invalidateQueries({ queryKey: ['screens'] });
  expect(asked).toEqual([]);
  isNotRefused();
  await client.invalidateQueries({ queryKey: ['screens'] });
  expect(asked).toEqual(['screens/2']);
  for (const close of leave) close();
  // It may have been restored since.
  await client.invalidateQueries({ queryKey: ['screens'] });
  leave.push(open(['screens', 1, 'texts']));
  await vi.waitFor(() => expect(asked).toEqual(['screens/2', 'screens/1/texts']), LIMIT);
  for (const close of leave) close();
  client.clear();
});

import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { LatestQueryClient } from './query-client.ts';

/** Only to end what hangs. */
const LIMIT = { timeout: 60_000, interval: 5 };

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

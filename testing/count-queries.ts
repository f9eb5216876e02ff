import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';
import { vi } from 'vitest';

const counted = new AsyncLocalStorage<{ queries: number }>();

/** How many queries this process sends to PostgreSQL for some work. Those of others that run meanwhile, such as jobs, aren't counted. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const count = { queries: 0 };
  const send = Reflect.get(Client.prototype, 'query') as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function query(this: Client, ...given: unknown[]) {
    const own = counted.getStore();
    if (own) own.queries += 1;
    return send.apply(this, given);
  });
  try {
    await counted.run(count, work);
  } finally {
    spy.mockRestore();
  }
  return count.queries;
}

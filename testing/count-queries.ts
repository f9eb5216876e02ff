import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';
import { vi } from 'vitest';

const recorded = new AsyncLocalStorage<string[]>();

/** How many queries this process sends to PostgreSQL for some work. Those of others that run meanwhile, such as jobs, aren't counted. */
export async function countQueries(work: () => Promise<unknown>): Promise<number> {
  return (await recordQueries(work)).length;
}

/** The queries that {@link countQueries} counts, in order. Lists of parameters are cut, so that their length makes no difference. */
export async function recordQueries(work: () => Promise<unknown>): Promise<string[]> {
  const queries: string[] = [];
  const send = Reflect.get(Client.prototype, 'query') as (...given: unknown[]) => unknown;
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function query(this: Client, ...given: unknown[]) {
    recorded.getStore()?.push(textOf(given[0]));
    return send.apply(this, given);
  });
  try {
    await recorded.run(queries, work);
  } finally {
    spy.mockRestore();
  }
  return queries;
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : String((query as { readonly text?: unknown }).text);
  return text.replaceAll(/\$\d+(?:, \$\d+)*/g, '$…');
}

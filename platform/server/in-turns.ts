import { setImmediate as breathe } from 'node:timers/promises';

/**
 * Processes many items one after the other, each of which takes some milliseconds of this thread: between them, other calls have their
 * turn. Returns the results in the items' order.
 */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(await work(item));
    await breathe();
  }
  return results;
}

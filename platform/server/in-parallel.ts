/**
 * Processes many items, at most `atOnce` at a time. Returns the results in the items' order.
 *
 * @throws the first error, once all running items have ended; no new ones are started after it.
 */
export async function inParallel<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  // A shared iterator: each worker takes the next item when it is done with its own.
  const queue = items.entries();
  let hasFailed = false;
  const take = async () => {
    for (const [index, item] of queue) {
      try {
        results[index] = await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
      if (hasFailed) return;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, take));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return results;
}

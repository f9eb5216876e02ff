/**
 * Works on many things, at most `atOnce` of them at the same time. Answers in their order.
 *
 * @throws the first error, once all that were begun have ended; nothing is begun after it.
 */
export async function inParallel<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  // One iterator for all: each takes the next item when it is done with its own.
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

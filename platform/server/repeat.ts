/**
 * Repeats `work` until `stop`, which aborts it and waits for its end. Keeps no process alive.
 *
 * @param firstMs Delay before the first run.
 * @param work Returns the delay before the next run in milliseconds. It should not throw: an error ends the repetition.
 */
export function repeat(firstMs: number, work: (signal: AbortSignal) => Promise<number>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const later = (ms: number) => {
    timer = setTimeout(() => {
      last = once();
    }, ms).unref();
  };
  async function once(): Promise<void> {
    const next = await work(stopping.signal);
    if (!stopping.signal.aborted) later(next);
  }
  later(firstMs);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await last;
    },
  };
}

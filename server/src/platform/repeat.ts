/**
 * Does `work` again and again until `stop`, which calls it off and waits for its end. It keeps no process alive.
 *
 * @param firstMs How long it waits before the first time.
 * @param work Answers how many milliseconds later it is done again. It should not throw: what it throws ends the repetition.
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

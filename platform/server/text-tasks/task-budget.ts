import { runTextTask, type NoResult, type TextTaskName, type TextTaskWatch } from './text-tasks.ts';

/** How long the tasks of one transaction may take together, in milliseconds: others wait for what it has locked. */
const MOST_MS = 20_000;

/** Runs the tasks of one transaction, one after the other, until they have taken too long together: the rest have no result then. */
export class TaskBudget {
  #tookMs = 0;

  /** {@link runTextTask}. `out of time`: those before it took all of the time. */
  async run<Name extends TextTaskName>(
    name: Name,
    input: Parameters<typeof runTextTask<Name>>[1],
    watch?: TextTaskWatch,
  ): Promise<Awaited<ReturnType<typeof runTextTask<Name>>> | NoResult | 'out of time'> {
    if (this.#tookMs > MOST_MS) return 'out of time';
    const start = performance.now();
    try {
      return await runTextTask(name, input, watch);
    } finally {
      this.#tookMs += performance.now() - start;
    }
  }
}

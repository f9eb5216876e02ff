import { expect, vi } from 'vitest';
import type { TestRunner } from './test-runner.ts';

/** Code that prints whether a prepared process runs it, and what it prints then. */
interface Question {
  readonly asks: string;
  readonly says: string;
}

type Outcome = Awaited<ReturnType<TestRunner['run']>>;

/** To end what hangs. */
const LONGEST_MS = 300_000;
/** If too much else is being prepared, the runner waits for the next run of the lesson. */
const PREPARED = { timeout: 20_000, interval: 50 };

/**
 * Runs code in a process that has run the code of earlier screens. One is prepared after a run of the lesson.
 *
 * @param label of such processes in the runner's health, for example `R 4`
 * @param run runs code of the lesson
 * @returns the outcome, with what the code itself printed
 */
export async function runPrepared(
  runner: TestRunner,
  label: string,
  run: (code: string) => Promise<Outcome>,
  code: string,
  { asks, says }: Question,
): Promise<Outcome> {
  const isPrepared = async () => {
    const { slots } = await runner.health();
    // The lesson that ran last.
    expect(slots.findLast(({ environment }) => environment.startsWith(label))).toMatchObject({ idle: 1, busy: 0 });
  };
  const end = performance.now() + LONGEST_MS;
  for (;;) {
    const outcome = await run(asks + code);
    if (outcome.output.startsWith(says)) return { ...outcome, output: outcome.output.slice(says.length) };
    if (performance.now() > end) throw new Error(`No process was prepared: ${JSON.stringify(outcome)}`);
    await vi.waitFor(isPrepared, PREPARED).catch(() => undefined);
  }
}

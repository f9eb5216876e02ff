/** Chooses where code runs. */

import { CommandRefused, type Call } from '../command.ts';
import type { CodePlace } from './code-places.ts';
import type { RunLesson, RunReport } from './run-screens.ts';

export const NOTHING_RAN: RunReport = { findings: [], notRun: [] };

/** Works with the code of lessons. If nothing can run it, the report says why: what the files say is reported anyway. */
type WithCode = (
  lessons: readonly RunLesson[],
  work: (place: CodePlace, lessons: readonly RunLesson[]) => Promise<RunReport>,
) => Promise<RunReport>;

/**
 * Prepares to run code on the server of `--server`, or else on this machine. A runner takes a moment to start, so `work` can do other things
 * until it needs it.
 */
export async function withPlace<T>(root: string, call: Call, work: (withCode: WithCode) => Promise<T>): Promise<T> {
  const opening = openPlace(root, call);
  // It is reported to who waits for it.
  opening.catch(() => undefined);
  try {
    return await work(async (lessons, run) => {
      const withCode = lessons.filter(({ lesson }) => lesson.fields.language !== null);
      if (withCode.length === 0) return NOTHING_RAN;
      try {
        return await run(await opening, withCode);
      } catch (error) {
        call.signal.throwIfAborted();
        if (error instanceof CommandRefused) return { findings: [], notRun: [error.message] };
        throw error;
      }
    });
  } finally {
    await opening.then(
      (place) => place.close(),
      () => undefined,
    );
  }
}

async function openPlace(root: string, call: Call): Promise<CodePlace> {
  if (call.options['server'] !== undefined) return (await import('./server-place.ts')).openServerPlace(call);
  return (await import('./local-place.ts')).openLocalPlace(root, call);
}

/** Chooses where code runs. */

import { CommandRefused, type Call } from '../command.ts';
import type { CodePlace } from './code-places.ts';
import type { RunLesson, RunReport } from './run-screens.ts';

export const NOTHING_RAN: RunReport = { findings: [], notRun: [] };

/**
 * Works with the code of lessons on the server of `--server`, or else on this machine. If nothing can run there, the report says why: what
 * the files say is reported anyway.
 */
export async function inPlace(
  root: string,
  lessons: readonly RunLesson[],
  call: Call,
  work: (place: CodePlace, lessons: readonly RunLesson[], call: Call) => Promise<RunReport>,
): Promise<RunReport> {
  const withCode = lessons.filter(({ lesson }) => lesson.fields.language !== null);
  if (withCode.length === 0) return NOTHING_RAN;
  try {
    const place = await openPlace(root, call);
    try {
      return await work(place, withCode, call);
    } finally {
      await place.close();
    }
  } catch (error) {
    call.signal.throwIfAborted();
    if (error instanceof CommandRefused) return { findings: [], notRun: [error.message] };
    throw error;
  }
}

async function openPlace(root: string, call: Call): Promise<CodePlace> {
  const { server } = call.options;
  if (typeof server === 'string') return (await import('./server-place.ts')).openServerPlace(root, server, call);
  return (await import('./local-place.ts')).openLocalPlace(root, call);
}

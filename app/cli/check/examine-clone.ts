/** The command `examine`. */

import { REPEATS_DEFAULT, REPEATS_MAX, REPEATS_MIN } from '#features/check-trust/contract.ts';
import { checkRepository } from '#features/preflight/rules/check-repository.ts';
import { CommandRefused, type Call, type ExitCode } from '../command.ts';
import { findClone } from '../content-folders.ts';
import { readStyle, writeReport } from '../report.ts';
import { examineLessons } from '../runs/run-screens.ts';
import { withPlace } from '../runs/with-place.ts';
import { chosenBy, readSelected } from './check-clone.ts';

export async function examineClone(call: Call): Promise<ExitCode> {
  const style = readStyle(call);
  const repeats = readRepeats(call.options['repeats']);
  const root = await findClone(call.folder);
  // Of what the files say only the accepted findings count here.
  const { lessons } = checkRepository(await readSelected(root, await chosenBy(call, root)), () => new Map());
  const { findings, notRun } = await withPlace(root, call, (withCode) =>
    withCode(lessons, (place, own) => examineLessons(place, own, repeats, call)),
  );
  return writeReport({ lessons: lessons.length, findings, notRun }, style, call);
}

/** @throws CommandRefused */
function readRepeats(given: string | boolean | undefined): number {
  if (given === undefined) return REPEATS_DEFAULT;
  const repeats = /^\d{1,4}$/.test(String(given)) ? Number(given) : 0;
  if (repeats < REPEATS_MIN || repeats > REPEATS_MAX)
    throw new CommandRefused(`--repeats must be a number from ${REPEATS_MIN} to ${REPEATS_MAX}.`);
  return repeats;
}

import { ftruncateSync, openSync, writeSync } from 'node:fs';

const BEAT_MS = 1_000;
/** Each beat overwrites the one before, so all have the same length. */
const DIGITS = 12;

let replacedBefore = 0;

/**
 * Writes a growing number to a file, from the event loop. The supervisor (scripts/setup/supervise.sh) kills this process when the number
 * is unchanged for 30 seconds. Keeps no process alive.
 *
 * @param env What the supervisor set: the file (undefined or empty: no supervisor watches), and how many servers it has replaced.
 */
export function startHeartbeat(env: Readonly<Record<string, string | undefined>>): void {
  replacedBefore = Number(env['LESSONWRIGHT_REPLACED'] ?? 0);
  const file = env['LESSONWRIGHT_HEARTBEAT'] ?? '';
  if (file === '') return;
  let count = 0;
  const descriptor = openSync(file, 'r+');
  const beat = (): void => {
    count += 1;
    try {
      writeSync(descriptor, `${String(count).padStart(DIGITS, '0')}\n`, 0);
    } catch {
      unwatch(descriptor);
    }
  };
  beat();
  setInterval(beat, BEAT_MS).unref();
}

/** A full disk is no reason to end: the supervisor takes an empty file for a program that it doesn't watch. */
function unwatch(descriptor: number): void {
  try {
    ftruncateSync(descriptor);
  } catch {
    // Not even that can be written. The server is replaced, and the next one has no file.
  }
}

/** How many servers that hung the supervisor has replaced since it started. */
export function hungServersReplaced(): number {
  return replacedBefore;
}

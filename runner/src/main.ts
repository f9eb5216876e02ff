/** The program of the runner. */

import { closeSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readLines } from '#platform/contract/json-lines.ts';
import { startRunner } from './runner.ts';
import { readSettings, startProblem, type Settings } from './settings.ts';

/** The checkout that this program runs from, hidden from lessons. */
const REPOSITORY = resolve(import.meta.dirname, '../..');
const MOST_TOKEN_BYTES = 4096;
const CLOSE_ON_EXEC = 0o2000000;
const STANDARD_STREAMS = 3;
/** How long ending everything may take. */
const LEAVE_LIMIT_MS = 15_000;

// Files for runs must be readable whatever the umask of the parent process.
process.umask(0o022);
closeInherited();
const settings = settingsOrLeave();
const input = readLines(process.stdin as AsyncIterable<Buffer>, MOST_TOKEN_BYTES);
const token = settings.token ?? (await input.next()).value ?? '';
// The parent may exit while we are still starting.
const orphaned = settings.attached ? readToEnd(input) : null;
const runner = await startRunner(settings, token, [REPOSITORY, dirname(settings.folder)]).catch((error: unknown) => {
  console.error(startProblem(error, settings) ?? error);
  process.exit(1);
});

function settingsOrLeave(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Waits for the end of a stream and ignores its contents; a broken stream has ended too. */
async function readToEnd(lines: AsyncIterable<string>): Promise<void> {
  try {
    for await (const line of lines) void line;
  } catch {
    // The parent has exited.
  }
}

let isLeaving = false;
async function leave(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  // `close` waits for processes in the kernel's hands: one that hangs there, for example on a dead disk, must not keep an unreachable
  // runner alive. No known fault needs this limit.
  setTimeout(() => process.exit(1), settings.drainSeconds * 1000 + LEAVE_LIMIT_MS);
  await runner.close();
  process.exit(0);
}
process.on('SIGTERM', () => void leave());
process.on('SIGINT', () => void leave());
// Only the affected run fails, by its own limits; the others continue.
process.on('uncaughtException', (error) => console.error(error));
if (orphaned) void orphaned.then(leave);
else await input.return();
console.log(JSON.stringify({ port: runner.port }));

/**
 * Closes descriptors inherited from the parent process, except the standard streams, so that they don't leak into sandboxes. This
 * process's own files are recognized by the close-on-exec flag, which Node always sets.
 */
function closeInherited(): void {
  for (const name of readdirSync('/proc/self/fd')) {
    const descriptor = Number(name);
    if (descriptor >= STANDARD_STREAMS && isInherited(descriptor)) closeSync(descriptor);
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor of this directory listing, already closed.
    return false;
  }
}

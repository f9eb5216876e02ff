import { dirname, resolve } from 'node:path';
import { readLines } from '#contract/json-lines.ts';
import { closeInherited } from './close-inherited.ts';
import { startRunner } from './runner.ts';
import { readSettings, type Settings } from './settings.ts';

/** The clone that this program runs from; lessons have no business in it. */
const REPOSITORY = resolve(import.meta.dirname, '../..');
const MOST_TOKEN_BYTES = 4096;

// What runs must read is made readable whatever the mask of the person who started us is.
process.umask(0o022);
closeInherited();
const settings = settingsOrLeave();
const input = readLines(process.stdin as AsyncIterable<Buffer>, MOST_TOKEN_BYTES);
const token = settings.token ?? (await input.next()).value ?? '';
// Whoever started us may be gone before we are up.
const orphaned = settings.attached ? readToEnd(input) : null;
const runner = await startRunner(settings, token, [REPOSITORY, dirname(settings.folder)]);

function settingsOrLeave(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** Whatever else is said there; a stream that breaks has ended as well. */
async function readToEnd(lines: AsyncIterable<string>): Promise<void> {
  try {
    for await (const line of lines) void line;
  } catch {
    // Who started us is gone.
  }
}

let isLeaving = false;
async function leave(): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  await runner.close();
  process.exit(0);
}
process.on('SIGTERM', () => void leave());
process.on('SIGINT', () => void leave());
// The run that it belongs to ends by its own limits; those of others go on.
process.on('uncaughtException', (error) => console.error(error));
if (orphaned) void orphaned.then(leave);
else await input.return();
console.log(JSON.stringify({ port: runner.port }));

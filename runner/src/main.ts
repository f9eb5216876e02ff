import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { closeInherited } from './close-inherited.ts';
import { startRunner } from './runner.ts';
import { readSettings, type Settings } from './settings.ts';

/** The clone that this program runs from; lessons have no business in it. */
const REPOSITORY = resolve(import.meta.dirname, '../..');

// What runs must read is made readable whatever the mask of the person who started us is.
process.umask(0o022);
closeInherited();
const settings = settingsOrLeave();
const input = createInterface({ input: process.stdin });
const token = settings.token ?? String((await once(input, 'line'))[0]);
// Whoever started us may be gone before we are up.
const orphaned = new Promise<void>((resolve) => input.on('close', resolve));
const runner = await startRunner(settings, token, [REPOSITORY, dirname(settings.folder)]);

function settingsOrLeave(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
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
if (settings.attached) {
  void orphaned.then(leave);
} else {
  input.close();
}
console.log(JSON.stringify({ port: runner.port }));

/** Starts sandboxes, a moment apart, and is killed by its test before all have started: `start-sandboxes.ts FOLDER MARK COUNT`. */

import { setTimeout as sleep } from 'node:timers/promises';
import { prepareFolders } from '../../runner/src/runner-folders.ts';
import { openSandbox } from '../../runner/src/sandbox/open-sandbox.ts';

const APART_MS = 2;
const LIMITS = { memory_bytes: 256 * 1024 * 1024, disk_bytes: 4 * 1024 * 1024, files: 64, processes: 16 };

const [folder = '', mark = '', count = '1'] = process.argv.slice(2);
const { folder: own } = await prepareFolders(folder);
const state = await openSandbox({ bubblewrap: '/usr/bin/bwrap', folder: own, hidden: [], firstUserId: 61_190 });
if (!state.ok) throw new Error(state.reason);
for (let user = 0; user < Number(count); user += 1) {
  const sandbox = { command: ['/bin/sleep', mark], environment: {}, binds: [], reads: [], limits: LIMITS, input: '' };
  void state.sandbox.start(61_190 + user, sandbox);
  await sleep(APART_MS);
}
process.stdout.write('started\n');

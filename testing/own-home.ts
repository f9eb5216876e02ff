import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_FOLDER_VARIABLE } from '../runner/testing/shared-folder.ts';

// A Vitest setup file: gives the processes that tests start an empty home folder, without git settings and without Python
// installations that each runner would probe.

const folder = process.env[SHARED_FOLDER_VARIABLE];
if (folder === undefined) throw new Error('runner/testing/shared-folder.ts creates the parent of this folder.');
const home = join(folder, `home-of-${process.pid}`);
mkdirSync(home, { recursive: true });
process.env['HOME'] = home;

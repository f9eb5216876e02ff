import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_FOLDER_VARIABLE } from '../runner/testing/shared-folder.ts';

// A setup file of vitest: what tests start has a home of its own, without somebody's settings of git, and without interpreters that
// each runner would start to look at.

const folder = process.env[SHARED_FOLDER_VARIABLE];
if (folder === undefined) throw new Error('runner/testing/shared-folder.ts makes the folder that this one lies in.');
const home = join(folder, `home-of-${process.pid}`);
mkdirSync(home, { recursive: true });
process.env['HOME'] = home;

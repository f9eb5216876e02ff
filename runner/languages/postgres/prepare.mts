/** Writes the files of an empty database to the given path. Creating them takes seconds; loading them doesn't. */
import { writeFile } from 'node:fs/promises';
import { Database } from './database.mts';

const [, , target = ''] = process.argv;
await writeFile(target, await Database.makeFiles());
process.exit(0);

/** Writes the files of an empty database to the path given: making them anew takes seconds, loading them does not. */
import { writeFile } from 'node:fs/promises';
import { Database } from './database.mts';

const [, , target = ''] = process.argv;
await writeFile(target, await Database.makeFiles());
process.exit(0);

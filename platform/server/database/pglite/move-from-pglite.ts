import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { programFile } from '../../program-file.ts';
import { DATABASE_FOLDER } from '../database.ts';
import { DatabaseStartError } from '../start-error.ts';
import { PGLITE_FOLDER, UNFINISHED_FOLDER } from './move-content.ts';

/** The version 0.1 database after the move. */
export const BACKUP_FOLDER = 'database-0.1';

/**
 * Moves the database of a version 0.1 data folder, which was PGlite, into the built-in PostgreSQL, once. The old one is
 * kept beside it unchanged. An interrupted move is restarted on the next start. Call it with the lock of the data
 * folder.
 * @throws DatabaseStartError with the reason; the old database is then still in place.
 */
export async function moveFromPglite(dataFolder: string, log: Logger): Promise<void> {
  const [old, fresh] = [join(dataFolder, PGLITE_FOLDER), join(dataFolder, DATABASE_FOLDER)];
  if (!existsSync(join(old, 'PG_VERSION'))) return;
  if (!existsSync(fresh)) {
    log.warn('moving the version 0.1 database into PostgreSQL; this happens once');
    await runProgram(dataFolder);
    await rename(join(dataFolder, UNFINISHED_FOLDER), fresh);
  }
  const backup = freeName(join(dataFolder, BACKUP_FOLDER));
  await rename(old, backup);
  log.warn({ backup }, 'moved the version 0.1 database; remove the backup once everything works');
}

/** Returns the path, with a number appended if an earlier backup uses it. */
function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(name)) return name;
  }
}

async function runProgram(dataFolder: string): Promise<void> {
  const child = spawn(process.execPath, [programFile('move-from-pglite'), dataFolder], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number | null]>]);
  if (code === 0) return;
  throw new DatabaseStartError(
    `The database of version 0.1 in ${join(dataFolder, PGLITE_FOLDER)} could not be moved into PostgreSQL: ${said.trim() || `exit code ${code}`}. ` +
      'It was not changed. Try again, or start version 0.1 to keep using it.',
  );
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In the data folder, because the command that makes backups is a process of its own. */
const FILE = 'last-backup';

/** Records that a backup of this data folder was made. */
export async function recordBackup(dataFolder: string, at: Date): Promise<void> {
  await writeFile(join(dataFolder, FILE), `${at.toISOString()}\n`, { mode: 0o600 });
}

/** The moment of the last backup that the command `backup` made of this data folder; null: it made none. */
export async function findLastBackup(dataFolder: string): Promise<Date | null> {
  const text = await readFile(join(dataFolder, FILE), 'utf8').catch(() => '');
  const at = new Date(text.trim());
  return Number.isNaN(at.getTime()) ? null : at;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#platform/server/config.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

/**
 * Restores a backup into a temporary folder with a database of its own, compares all of it with the backup's manifest and
 * removes it again: only a restore shows that a backup can be restored. The server may be running. Needs as much free space in
 * the folder for temporary files as the restored product.
 * @throws Error if the backup is damaged or can't be read by this version.
 */
export async function verifyBackup(config: Config, file: string, tell: (line: string) => void): Promise<Manifest> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-verify-'));
  try {
    return await restoreBackup({ ...config, dataFolder, databaseUrl: null, s3: null }, file, tell);
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

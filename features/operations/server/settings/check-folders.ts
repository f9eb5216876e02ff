import { existsSync } from 'node:fs';
import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#platform/server/config.ts';
import { errorFinding, okFinding, type Finding } from './finding.ts';

/** Creates a folder there and removes it: rights alone say nothing about root, read-only disks and file systems of the kernel. */
export async function checkDataFolder({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<Finding> {
  for (let folder = dataFolder; ; folder = dirname(folder)) {
    try {
      await rmdir(await mkdtemp(join(folder, '.lessonwright-check-')));
      return okFinding(`The data folder is ${dataFolder}.`);
    } catch (problem) {
      const { code } = problem as NodeJS.ErrnoException;
      // It is created on the first start.
      const isMissing = code === 'ENOENT' && (await stat(folder).catch(() => null)) === null;
      if (isMissing && folder !== dirname(folder)) continue;
      return errorFinding(`LESSONWRIGHT_DATA: ${folder} cannot be written (${code}).`);
    }
  }
}

/** The default folder is built by `npm start`. */
export function checkWebFolder({ webFolder }: Pick<Config, 'webFolder'>, isSet: boolean): Finding[] {
  if (!isSet || existsSync(join(webFolder, 'index.html'))) return [];
  return [
    errorFinding(
      `LESSONWRIGHT_WEB: ${webFolder} has no built pages (no index.html). Run npm start without this setting, or name their folder.`,
    ),
  ];
}

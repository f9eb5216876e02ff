import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BuildHooks } from './environment-kind.ts';
import { NotOffered } from './fetch-file.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { readDescription, readRecords, type RDescription } from './r-index.ts';
import type { LockedRPackage } from './r-lock.ts';
import type { RRepository } from './r-repository.ts';
import { InstallError } from './run-installer.ts';

/** The downloaded source of a package. */
export interface RArchive extends LockedRPackage {
  readonly path: string;
}

/**
 * Downloads the source of a package, in the current version or one from the archive.
 * @param wanted with the hash from the index or the lock; null if it has none
 * @param folder where it is stored after its hash was verified
 * @throws InstallError if it doesn't exist or doesn't match the index or the lock
 */
export async function fetchArchive(
  wanted: { name: string; version: string; md5: string | null; sha256?: string },
  repository: RRepository,
  folder: string,
  hooks: BuildHooks,
): Promise<RArchive> {
  const { name, version, md5 } = wanted;
  const file = `${name}_${version}.tar.gz`;
  const bytes = await fetchEither(repository, [`src/contrib/${file}`, `src/contrib/Archive/${name}/${file}`], wanted, hooks);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (wanted.sha256 !== undefined && sha256 !== wanted.sha256)
    throw new InstallError(`${name} ${version} does not match the lock. Build the packages again.`);
  if (md5 !== null && createHash('md5').update(bytes).digest('hex') !== md5)
    throw new InstallError(`${file} does not match the hash in its index.`);
  const path = join(folder, file);
  await writeFile(path, bytes, { mode: 0o644 });
  hooks.log(`Fetched ${name} ${version}\n`);
  return { name, version, sha256, path };
}

/**
 * Reads the DESCRIPTION of an archive.
 * @throws InstallError if it isn't a package
 */
export async function describeArchive(archive: RArchive, installers: InstallerSandbox, hooks: BuildHooks): Promise<RDescription> {
  const inside = `/opt/lessonwright/archives/${basename(archive.path)}`;
  const command = ['tar', '--extract', '--to-stdout', '--gzip', '--file', inside, `${archive.name}/DESCRIPTION`];
  const text = await installers.run({ command, reads: [{ source: archive.path, target: inside }], writes: [], ...hooks });
  const [record] = readRecords(text);
  const description = record && readDescription(record);
  if (!description || description.name !== archive.name || description.version !== archive.version)
    throw new InstallError(`The archive of ${archive.name} ${archive.version} contains another package.`);
  return description;
}

async function fetchEither(
  repository: RRepository,
  paths: readonly string[],
  wanted: { name: string; version: string },
  hooks: BuildHooks,
): Promise<Buffer> {
  for (const path of paths) {
    try {
      return await repository.fetch(path, hooks.signal);
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
    }
  }
  throw new InstallError(`The R repository has no ${wanted.name} ${wanted.version}.`);
}

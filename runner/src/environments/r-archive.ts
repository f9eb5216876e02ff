import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BuildHooks } from './environment-kind.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { readDescription, readRecords, type RDescription } from './r-index.ts';
import type { LockedRPackage } from './r-lock.ts';
import { NotOffered } from './fetch-file.ts';
import type { RRepository } from './r-repository.ts';
import { InstallError } from './run-installer.ts';

/** The source of a package, fetched. */
export interface RArchive extends LockedRPackage {
  readonly path: string;
}

/**
 * Fetches the source of a package: of the version that is current, or of one that has moved to the archive.
 * @param wanted with the hash of the index or of the lock; null: it has none. @param folder where it is put once its hash is right.
 * @throws InstallError when it is not there, or not what the index or the lock says.
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
    throw new InstallError(`${name} ${version} is not what was locked. Build the packages again.`);
  if (md5 !== null && createHash('md5').update(bytes).digest('hex') !== md5)
    throw new InstallError(`${file} is not what its index says it is.`);
  const path = join(folder, file);
  await writeFile(path, bytes, { mode: 0o644 });
  hooks.log(`Fetched ${name} ${version}\n`);
  return { name, version, sha256, path };
}

/**
 * What an archive says of itself.
 * @throws InstallError when it is no package.
 */
export async function describeArchive(archive: RArchive, installers: InstallerSandbox, hooks: BuildHooks): Promise<RDescription> {
  const inside = `/opt/lessonwright/archives/${basename(archive.path)}`;
  const command = ['tar', '--extract', '--to-stdout', '--gzip', '--file', inside, `${archive.name}/DESCRIPTION`];
  const text = await installers.run({ command, reads: [{ source: archive.path, target: inside }], writes: [], ...hooks });
  const [record] = readRecords(text);
  const description = record && readDescription(record);
  if (!description || description.name !== archive.name || description.version !== archive.version)
    throw new InstallError(`The archive of ${archive.name} ${archive.version} holds something else.`);
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

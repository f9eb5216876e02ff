import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildHooks } from './environment-kind.ts';
import { readDescription, readRecords, type RDescription } from './r-index.ts';
import type { LockedRPackage } from './r-lock.ts';
import { NotOffered, fetchFile } from './r-repository.ts';
import { InstallError, runInstaller } from './run-installer.ts';

/** The source of a package, fetched. */
export interface RArchive extends LockedRPackage {
  readonly path: string;
}

/**
 * Fetches the source of a package: of the version that is current, or of one that has moved to the archive.
 * @param md5 of the index; null: it has none. @param folder where it is put.
 * @throws InstallError when it is not there, or not what the index says.
 */
export async function fetchArchive(
  wanted: { name: string; version: string; md5: string | null },
  repository: string,
  folder: string,
  hooks: BuildHooks,
): Promise<RArchive> {
  const { name, version, md5 } = wanted;
  const file = `${name}_${version}.tar.gz`;
  const bytes = await fetchEither(
    [`${repository}/src/contrib/${file}`, `${repository}/src/contrib/Archive/${name}/${file}`],
    wanted,
    hooks,
  );
  if (md5 !== null && createHash('md5').update(bytes).digest('hex') !== md5)
    throw new InstallError(`${file} is not what its index says it is.`);
  const path = join(folder, file);
  await writeFile(path, bytes, { mode: 0o644 });
  hooks.log(`Fetched ${name} ${version}\n`);
  return { name, version, sha256: createHash('sha256').update(bytes).digest('hex'), path };
}

/**
 * What an archive says of itself.
 * @throws InstallError when it is no package.
 */
export async function describeArchive(archive: RArchive, hooks: BuildHooks): Promise<RDescription> {
  const command = ['tar', '--extract', '--to-stdout', '--gzip', '--file', archive.path, `${archive.name}/DESCRIPTION`] as const;
  const [record] = readRecords(await runInstaller({ command, ...hooks }));
  const description = record && readDescription(record);
  if (!description || description.name !== archive.name || description.version !== archive.version)
    throw new InstallError(`The archive of ${archive.name} ${archive.version} holds something else.`);
  return description;
}

async function fetchEither(addresses: readonly string[], wanted: { name: string; version: string }, hooks: BuildHooks): Promise<Buffer> {
  for (const address of addresses) {
    try {
      return await fetchFile(address, hooks.signal);
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
    }
  }
  throw new InstallError(`The R repository has no ${wanted.name} ${wanted.version}.`);
}

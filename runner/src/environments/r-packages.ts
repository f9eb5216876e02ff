import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestedPackage } from '#platform/contract/runner-protocol.ts';
import type { InstalledR } from '../r/find-r.ts';
import type { BuildDeps } from './build-deps.ts';
import type { BuildHooks } from './environment-kind.ts';
import type { Installed } from './environment-store.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { fetchArchive, type RArchive } from './r-archive.ts';
import { readDescription, readRecords } from './r-index.ts';
import { installArchives } from './r-install.ts';
import { readRLock, writeRLock } from './r-lock.ts';
import type { RRepository } from './r-repository.ts';
import { resolveRPackages } from './r-resolve.ts';
import { runInstaller } from './run-installer.ts';

interface Wanted extends BuildHooks {
  readonly build: Pick<BuildDeps, 'sandbox' | 'userIds' | 'folders'>;
  readonly installers: InstallerSandbox;
  readonly r: InstalledR;
  readonly packages: readonly RequestedPackage[];
  /** Null: resolve `packages`. Otherwise install exactly this lock and ignore `packages`. */
  readonly lock: string | null;
  /** The library; created if it doesn't exist. */
  readonly target: string;
  readonly repository: RRepository;
}

/**
 * Installs R packages with their dependencies into their own library: downloads the sources, verifies them against the index or
 * the lock, and installs them in a sandbox without network.
 *
 * @throws InstallError with the installer's output
 */
export async function installRPackages(wanted: Wanted): Promise<{ lock: string; installed: Installed }> {
  const { build, installers, r, lock, repository, target, log, signal } = wanted;
  const hooks = { log, signal };
  const downloads = join(build.folders.folder, 'r-archives');
  await mkdir(downloads, { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(join(downloads, 'build-'));
  try {
    await runInstaller({ command: ['chmod', '0755', downloads, folder], ...hooks });
    const archives =
      lock === null
        ? await resolveRPackages(
            wanted.packages,
            { repository, installers, rVersion: r.fullVersion, present: await presentPackages(r), folder },
            hooks,
          )
        : await fetchLocked(lock, repository, folder, hooks);
    await installArchives({ build, installers, r, archives, folder, target }, hooks);
    return {
      lock: lock ?? writeRLock(r.version, archives),
      installed: archives.map(({ name, version }) => ({ name, version })).toSorted((one, other) => one.name.localeCompare(other.name)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Downloads the archives of a lock, only from this runner's repository. */
async function fetchLocked(lock: string, repository: RRepository, folder: string, hooks: BuildHooks): Promise<RArchive[]> {
  const archives: RArchive[] = [];
  for (const locked of readRLock(lock)) archives.push(await fetchArchive({ ...locked, md5: null }, repository, folder, hooks));
  return archives;
}

/** Returns the packages in R's own library, by name with their versions. R itself would take half a second to list them. */
async function presentPackages({ library }: InstalledR): Promise<ReadonlyMap<string, string>> {
  const descriptions = await Promise.all(
    (await readdir(library)).map((name) => readFile(join(library, name, 'DESCRIPTION'), 'utf8').catch(() => '')),
  );
  const records = descriptions.flatMap((text) => readRecords(text).slice(0, 1));
  return new Map(records.flatMap((record) => readDescription(record) ?? []).map(({ name, version }) => [name, version]));
}

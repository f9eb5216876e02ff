import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WantedPackage } from '#contract/runner-protocol.ts';
import type { InstalledR } from '#runner/r/find-r.ts';
import type { BuildGround } from './build-ground.ts';
import type { BuildHooks } from './environment-kind.ts';
import type { Installed } from './environment-store.ts';
import { fetchArchive, type RArchive } from './r-archive.ts';
import { installArchives } from './r-install.ts';
import { readRLock, writeRLock } from './r-lock.ts';
import { resolveRPackages } from './r-resolve.ts';
import { InstallError, runInstaller } from './run-installer.ts';

interface Wanted extends BuildHooks {
  readonly equipment: Pick<BuildGround, 'sandbox' | 'userIds' | 'workshop'>;
  readonly r: InstalledR;
  readonly packages: readonly WantedPackage[];
  /** Null: versions are looked for; else exactly these are installed, and `packages` says nothing. */
  readonly lock: string | null;
  /** The library; made when it is not there. */
  readonly target: string;
  /** Address of a CRAN-like repository: https, http or file. */
  readonly repository: string;
}

const PRESENT = 'all <- installed.packages(.Library); cat(paste(all[, "Package"], all[, "Version"]), sep = "\\n")';

/**
 * Installs R packages, with all that they need, into a library of their own: sources are fetched and held against the hashes
 * of the index or the lock, then installed in a sandbox without a network.
 *
 * @throws InstallError in the installer's own words.
 */
export async function installRPackages(wanted: Wanted): Promise<{ lock: string; installed: Installed }> {
  const { equipment, r, lock, target, log, signal } = wanted;
  const hooks = { log, signal };
  const repository = wanted.repository.replace(/\/+$/, '');
  const downloads = join(equipment.workshop.folder, 'r-archives');
  await mkdir(downloads, { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(join(downloads, 'build-'));
  try {
    await runInstaller({ command: ['chmod', '0755', downloads, folder], ...hooks });
    const archives =
      lock === null
        ? await resolveRPackages(
            wanted.packages,
            { repository, rVersion: r.fullVersion, present: await presentPackages(r, hooks), folder },
            hooks,
          )
        : await fetchLocked(lock, repository, folder, hooks);
    await installArchives({ equipment, r, archives, folder, target }, hooks);
    return {
      lock: lock ?? writeRLock(r.version, repository, archives),
      installed: archives.map(({ name, version }) => ({ name, version })).toSorted((one, other) => one.name.localeCompare(other.name)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** From where the lock says, or from the repository of this runner when they are not there any more. */
async function fetchLocked(lock: string, repository: string, folder: string, hooks: BuildHooks): Promise<RArchive[]> {
  const read = readRLock(lock);
  const archives: RArchive[] = [];
  for (const { name, version, sha256 } of read.packages) {
    const wanted = { name, version, md5: null };
    const archive = await fetchArchive(wanted, read.repository ?? repository, folder, hooks).catch((error: unknown) => {
      if (read.repository === repository || !(error instanceof InstallError)) throw error;
      return fetchArchive(wanted, repository, folder, hooks);
    });
    if (archive.sha256 !== sha256) throw new InstallError(`${name} ${version} is not what was locked. Build the packages again.`);
    archives.push(archive);
  }
  return archives;
}

/** R's own library: the packages that came with it. */
async function presentPackages(r: InstalledR, hooks: BuildHooks): Promise<ReadonlyMap<string, string>> {
  const text = await runInstaller({ command: [r.rscript, '--vanilla', '-e', PRESENT], ...hooks });
  const lines = text.trim().split('\n');
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
}

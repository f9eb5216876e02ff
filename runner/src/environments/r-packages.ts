import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WantedPackage } from '#contract/runner-protocol.ts';
import type { InstalledR } from '#runner/r/find-r.ts';
import type { BuildGround } from './build-ground.ts';
import type { BuildHooks } from './environment-kind.ts';
import type { Installed } from './environment-store.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { fetchArchive, type RArchive } from './r-archive.ts';
import { installArchives } from './r-install.ts';
import { readRLock, writeRLock } from './r-lock.ts';
import type { RRepository } from './r-repository.ts';
import { resolveRPackages } from './r-resolve.ts';
import { runInstaller } from './run-installer.ts';

interface Wanted extends BuildHooks {
  readonly equipment: Pick<BuildGround, 'sandbox' | 'userIds' | 'workshop'>;
  readonly installers: InstallerSandbox;
  readonly r: InstalledR;
  readonly packages: readonly WantedPackage[];
  /** Null: versions are looked for; else exactly these are installed, and `packages` says nothing. */
  readonly lock: string | null;
  /** The library; made when it is not there. */
  readonly target: string;
  readonly repository: RRepository;
}

const PRESENT = 'all <- installed.packages(.Library); cat(paste(all[, "Package"], all[, "Version"]), sep = "\\n")';

/**
 * Installs R packages, with all that they need, into a library of their own: sources are fetched and held against the hashes
 * of the index or the lock, then installed in a sandbox without a network.
 *
 * @throws InstallError in the installer's own words.
 */
export async function installRPackages(wanted: Wanted): Promise<{ lock: string; installed: Installed }> {
  const { equipment, installers, r, lock, repository, target, log, signal } = wanted;
  const hooks = { log, signal };
  const downloads = join(equipment.workshop.folder, 'r-archives');
  await mkdir(downloads, { recursive: true, mode: 0o755 });
  const folder = await mkdtemp(join(downloads, 'build-'));
  try {
    await runInstaller({ command: ['chmod', '0755', downloads, folder], ...hooks });
    const archives =
      lock === null
        ? await resolveRPackages(
            wanted.packages,
            { repository, installers, rVersion: r.fullVersion, present: await presentPackages(r, hooks), folder },
            hooks,
          )
        : await fetchLocked(lock, repository, folder, hooks);
    await installArchives({ equipment, installers, r, archives, folder, target }, hooks);
    return {
      lock: lock ?? writeRLock(r.version, archives),
      installed: archives.map(({ name, version }) => ({ name, version })).toSorted((one, other) => one.name.localeCompare(other.name)),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The archives of a lock, from the repository of this runner and no other. */
async function fetchLocked(lock: string, repository: RRepository, folder: string, hooks: BuildHooks): Promise<RArchive[]> {
  const archives: RArchive[] = [];
  for (const locked of readRLock(lock)) archives.push(await fetchArchive({ ...locked, md5: null }, repository, folder, hooks));
  return archives;
}

/** R's own library: the packages that came with it. */
async function presentPackages(r: InstalledR, hooks: BuildHooks): Promise<ReadonlyMap<string, string>> {
  const text = await runInstaller({ command: [r.rscript, '--vanilla', '-e', PRESENT], ...hooks });
  const lines = text.trim().split('\n');
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']));
}

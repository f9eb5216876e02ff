import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnvironmentRequest, RequestedPackage } from '#platform/contract/runner-protocol.ts';
import { isDebianName, isDebianVersion, readDebianLock, writeDebianLock, type LockedDebianPackage } from './debian-lock.ts';
import { type BuildHooks, type EnvironmentKind } from './environment-kind.ts';
import type { Installed } from './environment-store.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { InstallError, runInstaller } from './run-installer.ts';

/** Package lists older than this are fetched again. */
const LISTS_AGE_MS = 6 * 60 * 60_000;
const ARCHIVE_INSIDE = '/opt/lessonwright/archive.deb';
const INSTALL_LINE = /^Inst (\S+) (?:\[[^\]]*\] )?\((\S+) .*\[([a-z0-9]+)\]\)/gm;

/**
 * Packages for command-line lessons, from this machine's Debian release, with the dependencies that the machine lacks. They are
 * unpacked into one folder (`usr/bin`, …). This needs no root, changes nothing on the machine and runs no package scripts: apt
 * uses its own lists and the machine's sources, and dpkg-deb only unpacks, in the installers' sandbox.
 */
export class DebianPackages implements EnvironmentKind {
  readonly #folder: string;
  readonly #installers: InstallerSandbox;
  #listsAt = Number.NEGATIVE_INFINITY;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param folder for its lists and downloads */
  constructor(folder: string, installers: InstallerSandbox) {
    this.#folder = folder;
    this.#installers = installers;
  }

  async resolve(request: EnvironmentRequest, _scratch: string, hooks: BuildHooks): Promise<{ lock: string; installed: null }> {
    const wanted = wantedNames(request.packages);
    const packages = await this.#inTurn(async () => {
      await this.#fetchLists(hooks);
      const plan = await this.#apt(['install', '--simulate', '--no-install-recommends', '--reinstall', ...wanted], hooks);
      const chosen = [...plan.matchAll(INSTALL_LINE)].map(([, name = '', version = '', architecture = '']) => ({
        name,
        version,
        architecture,
      }));
      return Promise.all(chosen.map(async (found) => ({ ...found, sha256: await this.#hashOf(found, hooks) })));
    });
    packages.sort((one, other) => one.name.localeCompare(other.name));
    return { lock: writeDebianLock(packages), installed: null };
  }

  async install(lock: string, folder: string, hooks: BuildHooks): Promise<Installed> {
    const packages = readDebianLock(lock);
    const scratch = await this.#installers.folder();
    const archives = join(this.#folder, 'fetched', createHash('sha256').update(lock).digest('hex').slice(0, 16));
    try {
      await mkdir(archives, { recursive: true });
      await this.#inTurn(async () => {
        await this.#fetchLists(hooks);
        const names = packages.map(({ name, version, architecture }) => `${name}:${architecture}=${version}`.replace(':all=', '='));
        if (names.length > 0) await this.#apt(['download', ...names], hooks, archives);
      });
      const made = await this.#installers.give(join(scratch, 'root'));
      await this.#unpack(archives, packages, made, hooks);
      await rename(made, folder);
    } finally {
      await this.#installers.discard(scratch);
      await rm(archives, { recursive: true, force: true });
    }
    return packages.map(({ name, version }) => ({ name, version }));
  }

  async #fetchLists(hooks: BuildHooks): Promise<void> {
    if (performance.now() - this.#listsAt < LISTS_AGE_MS) return;
    for (const name of ['lists/partial', 'archives/partial', 'log']) await mkdir(join(this.#folder, name), { recursive: true });
    await this.#apt(['update'], { ...hooks, log: () => undefined });
    this.#listsAt = performance.now();
  }

  async #hashOf({ name, version, architecture }: Omit<LockedDebianPackage, 'sha256'>, hooks: BuildHooks): Promise<string> {
    const full = architecture === 'all' ? name : `${name}:${architecture}`;
    const text = await this.#run('apt-cache', ['show', '--no-all-versions', `${full}=${version}`], hooks);
    const sha256 = /^SHA256: ([0-9a-f]{64})$/m.exec(text)?.[1];
    if (sha256 === undefined) throw new InstallError(`The package list has no hash for ${name} ${version}.`);
    return sha256;
  }

  /** Verifies each archive against the lock before unpacking it. */
  async #unpack(archives: string, packages: readonly LockedDebianPackage[], folder: string, hooks: BuildHooks): Promise<void> {
    const hashes = new Map(packages.map((locked) => [locked.sha256, locked]));
    for (const name of (await readdir(archives)).sort()) {
      const path = join(archives, name);
      const locked = hashes.get(
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      );
      if (!locked) throw new InstallError(`${name} does not match the lock. Build the packages again.`);
      hashes.delete(locked.sha256);
      hooks.log(`Unpacking ${locked.name} ${locked.version}\n`);
      await this.#installers.run({
        command: ['dpkg-deb', '--extract', ARCHIVE_INSIDE, this.#installers.inside(folder)],
        reads: [{ source: path, target: ARCHIVE_INSIDE }],
        writes: [folder],
        ...hooks,
      });
    }
    const [missing] = hashes.values();
    if (missing) throw new InstallError(`Couldn’t download ${missing.name} ${missing.version}.`);
    // A package could contain a link of that name.
    await rm(join(folder, '.packages'), { recursive: true, force: true });
    await writeFile(join(folder, '.packages'), packages.map(({ name, version }) => `${name} ${version}\n`).join(''));
  }

  #apt(args: readonly string[], hooks: BuildHooks, folder?: string): Promise<string> {
    return this.#run('apt-get', ['--quiet', '--assume-yes', ...args], hooks, folder);
  }

  /** Runs apt with its own lists, but with the machine's sources and installed packages. */
  async #run(program: string, args: readonly string[], hooks: BuildHooks, folder?: string): Promise<string> {
    const settings = {
      'Dir::State::lists': join(this.#folder, 'lists'),
      'Dir::Cache': this.#folder,
      'Dir::Cache::archives': join(this.#folder, 'archives'),
      'Dir::Log': join(this.#folder, 'log'),
      // As root, apt would download as its own user, who can't write here.
      'APT::Sandbox::User': 'root',
      'Debug::NoLocking': 'true',
      'APT::Update::Post-Invoke-Success': '',
      'APT::Update::Post-Invoke': '',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    return runInstaller({ command: [program, ...flags, ...args], ...(folder === undefined ? {} : { folder }), ...hooks });
  }

  /** Serializes the work: all builds share the lists. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }
}

function wantedNames(packages: readonly RequestedPackage[]): string[] {
  return packages.map(({ name, version }) => {
    if (!isDebianName(name)) throw new InstallError(`“${name}” is not the name of a Debian package.`);
    if (version === null || version === '') return name;
    if (!isDebianVersion(version)) throw new InstallError(`“${version}” is not a version of ${name}.`);
    return `${name}=${version}`;
  });
}

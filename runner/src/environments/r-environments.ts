import type { EnvironmentRequest } from '#contract/runner-protocol.ts';
import { findR, type InstalledR } from '#runner/r/find-r.ts';
import type { BuildGround } from './build-ground.ts';
import { readLockTitle, type BuildHooks, type EnvironmentKind } from './environment-kind.ts';
import type { Installed } from './environment-store.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { installRPackages } from './r-packages.ts';
import { RRepository } from './r-repository.ts';
import { InstallError } from './run-installer.ts';

/** R packages of a CRAN-like repository, as libraries. */
export class RPackages implements EnvironmentKind {
  readonly #equipment: BuildGround;
  readonly #installers: InstallerSandbox;
  #found: Promise<InstalledR[]> | null = null;

  constructor(equipment: BuildGround, installers: InstallerSandbox) {
    this.#equipment = equipment;
    this.#installers = installers;
  }

  /** Installs at once: what a package of the archive needs is known from its source alone. */
  async resolve(request: EnvironmentRequest, scratch: string, hooks: BuildHooks): Promise<{ lock: string; installed: Installed }> {
    const r = await this.#choose(request.version);
    return installRPackages({ ...this.#ground(r), packages: request.packages, lock: null, target: scratch, ...hooks });
  }

  async install(lock: string, folder: string, hooks: BuildHooks): Promise<Installed> {
    const r = await this.#choose(readLockTitle(lock)?.version ?? null);
    return (await installRPackages({ ...this.#ground(r), packages: [], lock, target: folder, ...hooks })).installed;
  }

  #ground(r: InstalledR) {
    const { settings } = this.#equipment;
    return {
      equipment: this.#equipment,
      installers: this.#installers,
      r,
      repository: new RRepository(settings.cran, settings.packageHosts),
    };
  }

  async #choose(version: string | null): Promise<InstalledR> {
    this.#found ??= findR();
    const found = await this.#found;
    const chosen = version === null ? found[0] : found.find((r) => r.version === version || r.fullVersion === version);
    if (!chosen)
      throw new InstallError(version === null ? 'R is not installed on this machine.' : `R ${version} is not installed on this machine.`);
    return chosen;
  }
}

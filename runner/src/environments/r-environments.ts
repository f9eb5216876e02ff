import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import { findR, type InstalledR } from '../r/find-r.ts';
import type { BuildDeps } from './build-deps.ts';
import { readLockTitle, type BuildHooks, type EnvironmentKind } from './environment-kind.ts';
import type { Installed } from './environment-store.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { installRPackages } from './r-packages.ts';
import { RRepository } from './r-repository.ts';
import { InstallError } from './run-installer.ts';

/** R packages from a CRAN-like repository, installed as libraries. */
export class RPackages implements EnvironmentKind {
  readonly #deps: BuildDeps;
  readonly #installers: InstallerSandbox;
  #found: Promise<InstalledR[]> | null = null;

  constructor(deps: BuildDeps, installers: InstallerSandbox) {
    this.#deps = deps;
    this.#installers = installers;
  }

  /** Resolving installs too: the dependencies of an archived package are known only from its source. */
  async resolve(request: EnvironmentRequest, scratch: string, hooks: BuildHooks): Promise<{ lock: string; installed: Installed }> {
    const r = await this.#choose(request.version);
    return installRPackages({ ...this.#context(r), packages: request.packages, lock: null, target: scratch, ...hooks });
  }

  async install(lock: string, folder: string, hooks: BuildHooks): Promise<Installed> {
    const r = await this.#choose(readLockTitle(lock)?.version ?? null);
    return (await installRPackages({ ...this.#context(r), packages: [], lock, target: folder, ...hooks })).installed;
  }

  #context(r: InstalledR) {
    const { settings } = this.#deps;
    return {
      build: this.#deps,
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

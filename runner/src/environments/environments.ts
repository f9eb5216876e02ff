import type { EnvironmentEvent, EnvironmentRef, EnvironmentRequest } from '#contract/runner-protocol.ts';
import type { Settings } from '#runner/settings.ts';
import type { Workshop } from '#runner/workshop.ts';

/** An environment that is on this machine, readable for everybody. */
export interface InstalledEnvironment {
  readonly key: string;
  /**
   * Its folder. python: a virtual environment (`bin/python`). r: a library of packages. cli: a root of unpacked packages
   * (`usr/bin`, …).
   */
  readonly folder: string;
}

/** Installed packages, each set of them once, named by its lock (runner-protocol.ts, product §7). */
export class Environments {
  constructor(_settings: Settings, _workshop: Workshop) {}

  /** Builds an environment; tells its log, and last `built` or `failed`. */
  async build(_request: EnvironmentRequest, tell: (event: EnvironmentEvent) => void, _signal: AbortSignal): Promise<void> {
    tell({ type: 'failed', error: 'Packages cannot be installed on this runner.' });
  }

  /**
   * The environment that a run asks for; built from its lock when it is not here.
   * @throws CannotRunError with the installer's words.
   */
  async get(_ref: EnvironmentRef, _onPreparing: (text: string) => void, _signal: AbortSignal): Promise<InstalledEnvironment> {
    throw new Error('Packages cannot be installed on this runner.');
  }

  async close(): Promise<void> {}
}

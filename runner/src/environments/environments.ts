import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LANGUAGES } from '#contract/languages.ts';
import type { EnvironmentEvent, EnvironmentRef, EnvironmentRequest } from '#contract/runner-protocol.ts';
import { CannotRunError } from '#runner/cannot-run.ts';
import { findInterpreters, type Interpreter } from '#runner/python/interpreters.ts';
import type { PreparedPython } from '#runner/python/prepare-python.ts';
import type { BuildGround } from './build-ground.ts';
import { SourceBuilder } from './build-source.ts';
import { DebianPackages } from './debian-packages.ts';
import { readLockTitle, type BuildHooks, type EnvironmentKind } from './environment-kind.ts';
import { EnvironmentStore, keyOf, type Installed } from './environment-store.ts';
import { describePython } from './environment-python.ts';
import { InstallerSandbox } from './installer-sandbox.ts';
import { packageIndex } from './package-hosts.ts';
import { PythonEnvironments } from './python-environments.ts';
import { BASE_PACKAGES } from './python-requirements.ts';
import { PythonTools } from './python-tools.ts';
import { RPackages } from './r-environments.ts';
import { InstallError } from './run-installer.ts';
import { SharedWork } from './shared-work.ts';
import { trustMachineCertificates } from './trust-certificates.ts';

/** An environment that is on this machine, readable for everybody. */
export interface InstalledEnvironment {
  readonly key: string;
  /**
   * Its folder. python: a virtual environment (`bin/python`). r: a library of packages. cli: a root of unpacked packages
   * (`usr/bin`, …).
   */
  readonly folder: string;
  /**
   * python: its interpreter, as `findInterpreters` and `preparePython` would describe it. They must not be asked about an
   * environment: its Python may run lines of a package as soon as it starts, so that it is started in sandboxes only.
   * Null for other languages.
   */
  readonly python: PreparedPython | null;
}

type Build = { readonly environment: EnvironmentRef; readonly installed: Installed };

interface Parts {
  readonly store: EnvironmentStore;
  readonly kinds: Readonly<Record<EnvironmentRequest['language'], EnvironmentKind>>;
  readonly pythons: readonly Interpreter[];
}

/** A runner that is up for so long makes base environments before anybody asks for one. */
const IDLE_START_MS = 120_000;
/** After a base environment could not be made, so long runs do without before it is tried again. */
const BASE_PAUSE_MS = 15 * 60_000;
const STOPPED = 'The build was stopped.';

/** Installed packages, each set of them once, named by its lock (runner-protocol.ts, product §7). */
export class Environments {
  readonly #equipment: BuildGround;
  readonly #resolving = new SharedWork<Build>();
  readonly #installing = new SharedWork<Installed>();
  readonly #bases = new Map<string, Promise<InstalledEnvironment | null>>();
  readonly #closing = new AbortController();
  #parts: Promise<Parts> | null = null;

  constructor(equipment: BuildGround) {
    this.#equipment = equipment;
    if (equipment.settings.preparesBase) void this.#prepareBases();
  }

  /** Builds an environment; tells its log, and last `built` or `failed`. Never throws. */
  async build(request: EnvironmentRequest, tell: (event: EnvironmentEvent) => void, signal: AbortSignal): Promise<void> {
    try {
      const log = (text: string) => tell({ type: 'log', text });
      tell({ type: 'built', ...(await this.#build(request, { log, signal })) });
    } catch (error) {
      tell({ type: 'failed', error: reasonOf(error, signal) });
    }
  }

  /**
   * The environment that a run asks for; built from its lock when it is not here.
   * @throws CannotRunError with the installer's words.
   */
  async get(ref: EnvironmentRef, onPreparing: (text: string) => void, signal: AbortSignal): Promise<InstalledEnvironment> {
    if (keyOf(ref.lock) !== ref.key)
      throw new CannotRunError('The packages of this lesson are not what their name says. Build them again.');
    try {
      const { store } = await this.#open();
      const installed = (await store.use(ref.key)) ?? (await this.#installForRun(ref.lock, onPreparing, signal));
      return await this.#describe(ref.lock, installed);
    } catch (error) {
      signal.throwIfAborted();
      throw new CannotRunError(`The packages of this lesson could not be installed:\n${reasonOf(error, signal)}`);
    }
  }

  /**
   * numpy, pandas and matplotlib for a Python that lacks them, for runs of lessons without packages of their own. The first
   * one that asks waits for it, and says so; null when they cannot be had, as on a machine without a network: then the bare
   * interpreter must do.
   */
  async base(
    python: Pick<Interpreter, 'version' | 'hasPandas'>,
    onPreparing: (text: string) => void,
    signal: AbortSignal,
  ): Promise<InstalledEnvironment | null> {
    if (python.hasPandas || !this.#equipment.settings.preparesBase) return null;
    const making = this.#bases.get(python.version) ?? this.#makeBase(python.version);
    let isMade = false;
    void making.then(() => (isMade = true));
    // What is made already answers in this turn.
    await Promise.resolve();
    if (!isMade) onPreparing(`Preparing ${BASE_PACKAGES.join(', ')} for Python ${python.version}…`);
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([making, stopped.promise]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Stops what is being built. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The runner is being stopped.'));
    await Promise.all([this.#resolving.close(), this.#installing.close()]);
    await Promise.allSettled(this.#bases.values());
  }

  #build(request: EnvironmentRequest, hooks: BuildHooks): Promise<Build> {
    const name = keyOf(JSON.stringify([request.language, request.version, request.packages]));
    return this.#resolving.join(name, hooks, async (log, signal) => {
      const { kinds, store } = await this.#open();
      const scratch = await store.scratch(name);
      try {
        log('Looking for versions that go together…\n');
        const { lock, installed } = await kinds[request.language].resolve(request, scratch, { log, signal });
        const key = keyOf(lock);
        const known = await store.use(key);
        if (known) log('This environment is here already.\n');
        else if (installed) await store.finish(key, installed, scratch);
        return { environment: { key, lock }, installed: known ?? installed ?? (await this.#install(lock, { log, signal })) };
      } finally {
        await store.discard(scratch);
      }
    });
  }

  /** Makes the environment of a lock, once for all who want it. */
  #install(lock: string, hooks: BuildHooks): Promise<Installed> {
    const key = keyOf(lock);
    return this.#installing.join(key, hooks, async (log, signal) => {
      const { kinds, store } = await this.#open();
      const title = readLockTitle(lock);
      if (!title) throw new InstallError('This lock was not written by a build. Build the packages again.');
      try {
        await store.discard(store.path(key));
        const installed = await kinds[title.language].install(lock, store.path(key), { log, signal });
        await store.finish(key, installed);
        return installed;
      } catch (error) {
        await store.discard(store.path(key));
        throw error;
      }
    });
  }

  async #installForRun(lock: string, onPreparing: (text: string) => void, signal: AbortSignal): Promise<Installed> {
    onPreparing('Installing the packages of this lesson…');
    return this.#install(lock, { log: () => undefined, signal });
  }

  async #describe(lock: string, installed: Installed): Promise<InstalledEnvironment> {
    const { store, pythons } = await this.#open();
    const key = keyOf(lock);
    const folder = store.path(key);
    const title = readLockTitle(lock);
    const base = title?.language === 'python' ? pythons.find(({ version }) => version === title.version) : undefined;
    return { key, folder, python: base ? await describePython({ folder, base, installed, lock }) : null };
  }

  #makeBase(version: string): Promise<InstalledEnvironment | null> {
    const { signal } = this.#closing;
    const making = (async () => {
      try {
        const packages = BASE_PACKAGES.map((name) => ({ name, version: null }));
        const { environment } = await this.#build({ language: 'python', version, packages }, { log: () => undefined, signal });
        return await this.get(environment, () => undefined, signal);
      } catch {
        setTimeout(() => this.#bases.delete(version), BASE_PAUSE_MS).unref();
        return null;
      }
    })();
    this.#bases.set(version, making);
    return making;
  }

  async #prepareBases(): Promise<void> {
    try {
      await sleep(IDLE_START_MS, undefined, { signal: this.#closing.signal, ref: false });
      const { pythons } = await this.#open();
      for (const { version, hasPandas } of pythons) {
        if (this.#closing.signal.aborted) return;
        if (!hasPandas && PREPARED_VERSIONS.includes(version)) await (this.#bases.get(version) ?? this.#makeBase(version));
      }
    } catch {
      // The runner is leaving; or nothing can be kept here, which the first build says in words.
    }
  }

  #open(): Promise<Parts> {
    this.#parts ??= this.#openParts();
    return this.#parts;
  }

  async #openParts(): Promise<Parts> {
    trustMachineCertificates();
    const { settings, workshop } = this.#equipment;
    const [store, pythons] = await Promise.all([
      EnvironmentStore.open(join(workshop.folder, 'environments'), settings.environmentBytes),
      findInterpreters(settings.pythons),
    ]);
    const folder = join(workshop.folder, 'tools');
    const installers = new InstallerSandbox(this.#equipment);
    const index = packageIndex(settings.pypi, settings.packageHosts);
    const tools = new PythonTools({ folder, sandbox: installers, index, pythons });
    const builder = new SourceBuilder(this.#equipment, installers);
    return {
      store,
      pythons,
      kinds: {
        python: new PythonEnvironments({ equipment: this.#equipment, pythons, tools, builder, installers, index }),
        r: new RPackages(this.#equipment, installers),
        cli: new DebianPackages(join(workshop.caches, 'apt'), installers),
      },
    };
  }
}

/** Those that lessons can choose. */
const PREPARED_VERSIONS: readonly string[] = LANGUAGES.python.versions;

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return STOPPED;
  if (error instanceof InstallError) return error.message;
  return error instanceof Error ? error.message : String(error);
}

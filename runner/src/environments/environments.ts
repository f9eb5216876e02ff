import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { LANGUAGES } from '#platform/contract/languages.ts';
import type { EnvironmentEvent, EnvironmentRef, EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import { CannotRunError } from '../cannot-run.ts';
import { findInterpreters, type Interpreter } from '../python/interpreters.ts';
import type { PreparedPython } from '../python/prepare-python.ts';
import type { BuildDeps } from './build-deps.ts';
import { SourceBuilder } from './build-source.ts';
import { DebianPackages } from './debian-packages.ts';
import { packEnvironment, unpackEnvironment } from './environment-archive.ts';
import { readLockTitle, type BuildHooks, type EnvironmentKind } from './environment-kind.ts';
import { describePython } from './environment-python.ts';
import { EnvironmentStore, keyOf, measureEnvironments, type Installed } from './environment-store.ts';
import { InstallerSandbox } from './installer-sandbox.ts';
import { packageIndex } from './package-hosts.ts';
import { PythonEnvironments } from './python-environments.ts';
import { BASE_PACKAGES } from './python-requirements.ts';
import { PythonTools } from './python-tools.ts';
import { RPackages } from './r-environments.ts';
import { InstallError } from './run-installer.ts';
import { SharedWork } from './shared-work.ts';

/** An environment on this machine, readable by everyone. */
export interface InstalledEnvironment {
  readonly key: string;
  /**
   * Its folder. python: a virtual environment (`bin/python`). r: a library of packages. cli: a root with unpacked packages
   * (`usr/bin`, …).
   */
  readonly folder: string;
  /**
   * python: its interpreter, in the form of `findInterpreters` and `preparePython`. Never call those for an environment: its
   * Python may run code of a package on start, so it is started only in sandboxes. Null for other languages.
   */
  readonly python: PreparedPython | null;
}

type Build = { readonly environment: EnvironmentRef; readonly installed: Installed };

interface Tools {
  readonly store: EnvironmentStore;
  readonly installers: InstallerSandbox;
  readonly kinds: Readonly<Record<EnvironmentRequest['language'], EnvironmentKind>>;
  readonly pythons: readonly Interpreter[];
}

/** An idle runner builds the base environments this long after it started. */
const IDLE_START_MS = 120_000;
/** After a failed base environment, runs do without one for this long before the next attempt. */
const BASE_PAUSE_MS = 15 * 60_000;
const STOPPED = 'The build was canceled.';

/** Installed packages, one environment per set, keyed by its lock (see runner-protocol.ts). */
export class Environments {
  readonly #deps: BuildDeps;
  readonly #resolving = new SharedWork<Build>();
  readonly #installing = new SharedWork<Installed>();
  readonly #bases = new Map<string, Promise<InstalledEnvironment | null>>();
  readonly #closing = new AbortController();
  #tools: Promise<Tools> | null = null;

  /** Number and size of what is installed. */
  usage = { count: 0, bytes: 0 };

  constructor(deps: BuildDeps) {
    this.#deps = deps;
    void this.#measure();
    if (deps.settings.preparesBase) void this.#prepareBases();
  }

  async #measure(): Promise<void> {
    this.usage = await measureEnvironments(join(this.#deps.folders.folder, 'environments'));
  }

  /** Builds an environment and emits its log, then `built` or `failed`. Never throws. */
  async build(request: EnvironmentRequest, emit: (event: EnvironmentEvent) => void, signal: AbortSignal): Promise<void> {
    try {
      const log = (text: string) => emit({ type: 'log', text });
      emit({ type: 'built', ...(await this.#build(request, { log, signal })) });
    } catch (error) {
      emit({ type: 'failed', error: reasonOf(error, signal) });
    }
  }

  /**
   * Returns the environment for a run; builds it from its lock if necessary.
   * @throws CannotRunError with the installer's message
   */
  async get(ref: EnvironmentRef, onPreparing: (text: string) => void, signal: AbortSignal): Promise<InstalledEnvironment> {
    if (keyOf(ref.lock) !== ref.key) throw new CannotRunError('The packages of this lesson do not match their lock. Build them again.');
    try {
      const { store } = await this.#open();
      const installed = (await store.use(ref.key)) ?? (await this.#installForRun(ref.lock, onPreparing, signal));
      return await this.#describe(ref.lock, installed);
    } catch (error) {
      signal.throwIfAborted();
      throw new CannotRunError(`Couldn’t install the packages of this lesson:\n${reasonOf(error, signal)}`);
    }
  }

  /**
   * Returns an environment with numpy, pandas and matplotlib for a Python that lacks them, for lessons without packages of their
   * own. The first run waits for it and reports that. Null if they can't be installed, for example without a network; the run
   * then uses the bare interpreter.
   */
  async base(
    python: Pick<Interpreter, 'version' | 'hasPandas'>,
    onPreparing: (text: string) => void,
    signal: AbortSignal,
  ): Promise<InstalledEnvironment | null> {
    if (python.hasPandas || !this.#deps.settings.preparesBase) return null;
    const making = this.#bases.get(python.version) ?? this.#makeBase(python.version);
    let isMade = false;
    void making.then(() => (isMade = true));
    // Give a finished environment one turn to resolve before reporting that it is being prepared.
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

  /** Describes what environments depend on besides their lock: runners with the same platform can share them. */
  async platform(): Promise<string> {
    const { pythons } = await this.#open();
    const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
    const system = release.split('\n').filter((line) => /^(ID|VERSION_ID)=/.test(line));
    return keyOf(JSON.stringify([process.platform, process.arch, system, pythons.map(({ version, host }) => [version, host])]));
  }

  async has(key: string): Promise<boolean> {
    const { store } = await this.#open();
    return (await store.use(key)) !== null;
  }

  /**
   * Writes an installed environment as an archive for other runners. Returns false if it isn't installed.
   * @throws InstallError if it can't be shared
   */
  async pack(ref: EnvironmentRef, out: () => NodeJS.WritableStream): Promise<boolean> {
    const { store, installers, pythons } = await this.#open();
    const installed = await store.use(ref.key);
    const title = readLockTitle(ref.lock);
    if (installed === null || title === null || keyOf(ref.lock) !== ref.key) return false;
    const scratch = await installers.folder();
    try {
      const about = { key: ref.key, language: title.language, folder: store.path(ref.key), installed };
      await packEnvironment(about, hostsOf(pythons), scratch, out);
      return true;
    } finally {
      await installers.discard(scratch);
    }
  }

  /**
   * Installs an environment from an archive of another runner. Does nothing if it is installed.
   * @param sha256 of the archive
   * @throws InstallError if the archive is another one or doesn't fit this machine; nothing is installed then
   */
  async adopt(key: string, sha256: string, archive: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
    await this.#installing.join(key, { log: () => undefined, signal }, async (log, stopping) => {
      const { store, installers, pythons } = await this.#open();
      const known = await store.use(key);
      if (known !== null) return known;
      const scratch = await installers.folder();
      const target = store.path(key);
      try {
        const path = join(scratch, 'archive');
        const hash = createHash('sha256');
        const counted = async function* (pieces: AsyncIterable<Buffer>) {
          for await (const piece of pieces) {
            hash.update(piece);
            yield piece;
          }
        };
        await pipeline(archive, counted, createWriteStream(path, { flags: 'wx' }), { signal: stopping });
        if (hash.digest('hex') !== sha256) throw new InstallError('The archive does not match its hash.');
        await store.discard(target);
        const options = { key, scratch, target, interpreters: hostsOf(pythons), installers };
        const installed = await unpackEnvironment(path, options, { log, signal: stopping });
        await this.#finish(key, installed);
        return installed;
      } catch (error) {
        await store.discard(target);
        throw error;
      } finally {
        await installers.discard(scratch);
      }
    });
  }

  /** Cancels all builds. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The runner is shutting down.'));
    await Promise.all([this.#resolving.close(), this.#installing.close()]);
    await Promise.allSettled(this.#bases.values());
  }

  #build(request: EnvironmentRequest, hooks: BuildHooks): Promise<Build> {
    const name = keyOf(JSON.stringify([request.language, request.version, request.packages, request.lock]));
    return this.#resolving.join(name, hooks, async (log, signal) => {
      const { kinds, store } = await this.#open();
      const scratch = await store.scratch(name);
      try {
        if (request.lock === undefined) log('Resolving versions…\n');
        const { lock, installed } =
          request.lock === undefined
            ? await kinds[request.language].resolve(request, scratch, { log, signal })
            : { lock: request.lock, installed: null };
        const key = keyOf(lock);
        const known = await store.use(key);
        if (known) log('This environment is already installed.\n');
        else if (installed) await this.#finish(key, installed, scratch);
        return { environment: { key, lock }, installed: known ?? installed ?? (await this.#install(lock, { log, signal })) };
      } finally {
        await store.discard(scratch);
      }
    });
  }

  async #finish(key: string, installed: Installed, from?: string): Promise<void> {
    const { store } = await this.#open();
    await store.finish(key, installed, from);
    await this.#measure();
  }

  /** Installs a lock once for everyone who requests it. */
  #install(lock: string, hooks: BuildHooks): Promise<Installed> {
    const key = keyOf(lock);
    return this.#installing.join(key, hooks, async (log, signal) => {
      const { kinds, store } = await this.#open();
      const title = readLockTitle(lock);
      if (!title) throw new InstallError('This package lock was not written by a build. Build the packages again.');
      try {
        await store.discard(store.path(key));
        const installed = await kinds[title.language].install(lock, store.path(key), { log, signal });
        await this.#finish(key, installed);
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
      // The runner is shutting down, or the folder is not writable; the first build reports why.
    }
  }

  #open(): Promise<Tools> {
    this.#tools ??= this.#openTools();
    return this.#tools;
  }

  async #openTools(): Promise<Tools> {
    trustMachineCertificates();
    const { settings, folders } = this.#deps;
    const [store, pythons] = await Promise.all([
      EnvironmentStore.open(join(folders.folder, 'environments'), settings.environmentBytes),
      findInterpreters(settings.pythons),
    ]);
    const folder = join(folders.folder, 'tools');
    const installers = new InstallerSandbox(this.#deps);
    const index = packageIndex(settings.pypi, settings.packageHosts);
    const tools = new PythonTools({ folder, sandbox: installers, index, pythons });
    const builder = new SourceBuilder(this.#deps, installers);
    return {
      store,
      installers,
      pythons,
      kinds: {
        python: new PythonEnvironments({ build: this.#deps, pythons, tools, builder, installers, index }),
        r: new RPackages(this.#deps, installers),
        cli: new DebianPackages(join(folders.caches, 'apt'), installers),
      },
    };
  }
}

/** Where links to an interpreter lead, as the tools that make environments write them. */
function hostsOf(pythons: readonly Interpreter[]): ReadonlySet<string> {
  return new Set(pythons.flatMap(({ host, version }) => [host, join(dirname(host), `python${version}`), join(dirname(host), 'python3')]));
}

/** Those that lessons can choose. */
const PREPARED_VERSIONS: readonly string[] = LANGUAGES.python.versions;

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return STOPPED;
  if (error instanceof InstallError) return error.message;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Makes downloads trust the machine's certificates in addition to Node's, because package indexes are often reached through a
 * corporate network with its own certificate authority.
 */
function trustMachineCertificates(): void {
  tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])]);
}

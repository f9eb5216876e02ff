import { createHash } from 'node:crypto';
import { access, constants, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Interpreter } from '../python/interpreters.ts';
import type { BuildHooks } from './environment-kind.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import { requireReadable, type PackageIndex } from './package-hosts.ts';
import { Pip, Uv, type PythonInstaller } from './python-installer.ts';
import { InstallError, PROGRAM_PATH, runInstaller } from './run-installer.ts';

/** How long pip is used after uv couldn't be installed, before the next attempt. */
const UV_PAUSE_MS = 60 * 60_000;
const NO_VENV =
  'Packages cannot be installed: no Python on this machine can create virtual environments with pip. Install that with "apt install python3-venv" and build again.';

/** The installers of this runner: uv from the PATH, otherwise uv installed once from the package index, otherwise pip. */
export class PythonTools {
  readonly #folder: string;
  readonly #sandbox: InstallerSandbox;
  readonly #index: PackageIndex;
  readonly #pythons: readonly Interpreter[];
  #uv: Promise<string | null> | null = null;
  #uvFailedAt = Number.NEGATIVE_INFINITY;

  /** @param pythons of this machine; any of them with pip can install uv */
  constructor(options: { folder: string; sandbox: InstallerSandbox; index: PackageIndex; pythons: readonly Interpreter[] }) {
    this.#folder = options.folder;
    this.#sandbox = options.sandbox;
    this.#index = options.index;
    this.#pythons = options.pythons;
  }

  async installer(hooks: BuildHooks): Promise<PythonInstaller> {
    await requireReadable(this.#index);
    const isTimeToTry = performance.now() - this.#uvFailedAt > UV_PAUSE_MS;
    this.#uv ??= isTimeToTry ? this.#findUv(hooks) : null;
    const uv = await this.#uv;
    if (uv !== null) return new Uv(uv, this.#sandbox);
    if (isTimeToTry) this.#uvFailedAt = performance.now();
    this.#uv = null;
    return new Pip(({ path }, { signal }) => this.#pipOf(path, signal), this.#sandbox);
  }

  async #findUv(hooks: BuildHooks): Promise<string | null> {
    for (const folder of PROGRAM_PATH.split(':')) if (await isProgram(join(folder, 'uv'))) return join(folder, 'uv');
    const brought = join(this.#folder, 'uv/bin/uv');
    if (await isProgram(brought)) return brought;
    try {
      await this.#installUv(hooks.signal);
      return brought;
    } catch {
      // If another build canceled the shared attempt, try again.
      hooks.signal.throwIfAborted();
      hooks.log('uv is not available from the package index; using pip instead, which takes longer.\n');
      return null;
    }
  }

  /** Installs uv, only as a wheel and only from the configured index. */
  async #installUv(signal: AbortSignal): Promise<void> {
    const python = await this.#anyPip(signal);
    const hooks = { log: () => undefined, signal };
    const pip = new Pip(({ path }) => this.#pipOf(path, signal), this.#sandbox);
    const folder = await this.#sandbox.folder();
    try {
      const target = await this.#sandbox.give(join(folder, 'uv'));
      await pip.installInto(python, target, ['uv'], { index: this.#index, built: null }, hooks);
      await mkdir(this.#folder, { recursive: true });
      await rename(target, join(this.#folder, 'uv'));
    } finally {
      await this.#sandbox.discard(folder);
    }
  }

  async #anyPip(signal: AbortSignal): Promise<Interpreter> {
    for (const python of this.#pythons) {
      const folder = await this.#pipOf(python.path, signal).catch(() => null);
      signal.throwIfAborted();
      if (folder !== null) return python;
    }
    throw new InstallError(NO_VENV);
  }

  /** Returns a virtual environment with nothing but pip, for one interpreter. */
  async #pipOf(python: string, signal: AbortSignal): Promise<string> {
    const name = `pip-${createHash('sha256').update(python).digest('hex').slice(0, 16)}`;
    const folder = join(this.#folder, name);
    const isWhole = join(folder, 'whole');
    if (await exists(isWhole)) return folder;
    await mkdir(this.#folder, { recursive: true });
    await rm(folder, { recursive: true, force: true });
    try {
      // Reuse the interpreter's pip if it has one; installing a new one takes seconds.
      const flags = (await hasPip(python, signal)) ? ['--without-pip', '--system-site-packages'] : [];
      await runInstaller({ command: [python, '-I', '-m', 'venv', ...flags, folder], log: () => undefined, signal });
    } catch {
      signal.throwIfAborted();
      throw new InstallError(NO_VENV);
    }
    await mkdir(isWhole);
    return folder;
  }
}

/** Whether its pip can report what it would install (22.2 or later). */
async function hasPip(python: string, signal: AbortSignal): Promise<boolean> {
  const code = 'import pip; print(tuple(map(int, pip.__version__.split(".")[:2])) >= (22, 2))';
  const answer = await runInstaller({ command: [python, '-I', '-c', code], log: () => undefined, signal }).catch(() => '');
  return answer.trim() === 'True';
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

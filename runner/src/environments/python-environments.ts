import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import { type Interpreter, missingPython } from '../python/interpreters.ts';
import type { BuildDeps } from './build-deps.ts';
import type { SourceBuilder, BuiltWheel } from './build-source.ts';
import { compileEnvironment } from './compile-environment.ts';
import { readLockTitle, type BuildHooks, type EnvironmentKind } from './environment-kind.ts';
import { listFontsOf } from './environment-python.ts';
import type { Installed } from './environment-store.ts';
import { fetchSource } from './find-source.ts';
import type { InstallerSandbox } from './installer-sandbox.ts';
import type { PackageIndex } from './package-hosts.ts';
import { TOOL_INSIDE, type PackageSource, type PythonInstaller } from './python-installer.ts';
import { MOST_SOURCES, packagesOf, readPythonLock, withoutSources, writePythonLock, type SourcePackage } from './python-lock.ts';
import { BASE_PACKAGES, missingBase, normalName, requirementsOf } from './python-requirements.ts';
import type { PythonTools } from './python-tools.ts';
import { linksIn, requireNoNewLinks, relocateEnvironment } from './relocate-environment.ts';
import { InstallError, SourceBuildError } from './run-installer.ts';

interface Deps {
  readonly build: Pick<BuildDeps, 'sandbox' | 'userIds' | 'folders'>;
  readonly pythons: readonly Interpreter[];
  readonly tools: PythonTools;
  readonly builder: SourceBuilder;
  readonly installers: InstallerSandbox;
  readonly index: PackageIndex;
}

/** The wheel built from each source; its hash is that of the wheel. */
type Wheels = Map<string, { source: SourcePackage; wheel: BuiltWheel }>;

/** Folders of one build: `folder` has one for each source, `built` the resulting wheels. */
interface Work {
  readonly folder: string;
  readonly built: string;
}

interface Solving extends Work {
  readonly installer: PythonInstaller;
  readonly python: Interpreter;
  readonly wheels: Wheels;
}

/**
 * Python environments: virtual environments with the requested packages, plus the base packages in compatible versions, because
 * authors expect them in every lesson. If the index can't provide those, the ones of the machine are used.
 *
 * Neither package code nor the installers run outside a sandbox: wheels are only unpacked, sources are first built in a sandbox,
 * and the Python of an environment is never started on the host once something is installed in it.
 */
export class PythonEnvironments implements EnvironmentKind {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async resolve(request: EnvironmentRequest, _scratch: string, hooks: BuildHooks): Promise<{ lock: string; installed: null }> {
    try {
      return { lock: await this.#lock(request, hooks), installed: null };
    } catch (error) {
      // End the log with the reason; the output of a failed source build is in it already.
      if (error instanceof InstallError && !(error instanceof SourceBuildError)) hooks.log(`${error.message}\n`);
      throw error;
    }
  }

  async install(text: string, folder: string, hooks: BuildHooks): Promise<Installed> {
    const python = this.#interpreter(readLockTitle(text)?.version ?? null);
    const lock = readPythonLock(text, python.version);
    const { tools, installers, build } = this.#deps;
    const installer = await tools.installer(hooks);
    const scratch = await installers.folder();
    try {
      const work = await makeWork(scratch);
      const lines: string[] = [lock.wheels];
      for (const source of lock.sources) {
        const wheel = await this.#build({ installer, python, ...work }, source, hooks);
        lines.push(`${source.name}==${source.version} --hash=sha256:${wheel.wheel.sha256}`);
      }
      const made = await installers.give(join(scratch, 'environment'));
      await installer.makeFolder(python, made, lock.base === 'of the machine', hooks);
      const links = await linksIn(made);
      await installer.install(python, made, lines.join('\n'), this.#source(lock.sources.length > 0 ? work.built : null), hooks);
      await requireNoNewLinks(made, links);
      hooks.log('Compiling…\n');
      await compileEnvironment({ python, made, environments: dirname(folder), installers }, hooks);
      await listFontsOf(build, { folder: made, base: python, installed: packagesOf(lock), lock: text });
      await relocateEnvironment(made, folder, { python: `${TOOL_INSIDE}/bin/python`, folder: installers.inside(made) });
    } finally {
      await installers.discard(scratch);
    }
    return packagesOf(lock);
  }

  /** Resolves with the base packages if possible, otherwise without them. */
  async #lock(request: EnvironmentRequest, hooks: BuildHooks): Promise<string> {
    const python = this.#interpreter(request.version);
    const asked = requirementsOf(request.packages);
    const installer = await this.#deps.tools.installer(hooks);
    const base = missingBase(request.packages);
    const wheels: Wheels = new Map();
    const isHopeless = asked.length > 0 && (await lacksAll(this.#deps.index, base));
    const scratch = await this.#deps.installers.folder();
    try {
      const solving = { installer, python, wheels, ...(await makeWork(scratch)) };
      try {
        if (isHopeless) throw new InstallError('The package folder has none of the base packages.');
        return this.#write(python, 'included', await this.#solve(solving, [...asked, ...base], hooks), wheels);
      } catch (error) {
        hooks.signal.throwIfAborted();
        const isFinal = !(error instanceof InstallError) || error instanceof SourceBuildError;
        if (isFinal || base.length === 0 || asked.length === 0) throw error;
      }
      const pinned = await this.#solve(solving, asked, hooks);
      const names = namesIn(pinned);
      const seesMachine = python.hasPandas && !BASE_PACKAGES.some((name) => names.has(name));
      hooks.log(
        `${base.join(', ')} conflict with these packages or are not in the index;  ` +
          `${seesMachine ? 'using those of the machine' : 'continuing without them'}.\n`,
      );
      return this.#write(python, seesMachine ? 'of the machine' : 'none', pinned, wheels);
    } finally {
      await this.#deps.installers.discard(scratch);
    }
  }

  /** Resolves the requirements. Packages without a wheel are built along the way, since only that reveals their own requirements. */
  async #solve(solving: Solving, requirements: readonly string[], hooks: BuildHooks): Promise<string> {
    const { installer, python, wheels, built } = solving;
    const quiet = { ...hooks, log: () => undefined };
    for (;;) {
      try {
        return await installer.resolve(python, requirements, this.#source(wheels.size > 0 ? built : null), quiet);
      } catch (error) {
        hooks.signal.throwIfAborted();
        const lacking = error instanceof InstallError ? lackingWheel(error.message, requirements) : null;
        if (lacking === null || wheels.has(normalName(lacking.name)) || wheels.size >= MOST_SOURCES) throw error;
        const source = await fetchSource(lacking, this.#deps.index, hooks.signal).catch((failure: unknown) => {
          hooks.signal.throwIfAborted();
          // The resolver's error says more than a missing source does.
          throw failure instanceof InstallError ? error : failure;
        });
        wheels.set(source.name, await this.#build(solving, source, hooks));
      }
    }
  }

  async #build(
    { installer, python, folder, built }: Work & Pick<Solving, 'installer' | 'python'>,
    source: SourcePackage,
    hooks: BuildHooks,
  ): Promise<{ source: SourcePackage; wheel: BuiltWheel }> {
    const archive = await fetchSource(source, this.#deps.index, hooks.signal);
    if (archive.sha256 !== source.sha256) throw new InstallError(`The source of ${source.name} ${source.version} does not match the lock.`);
    // A number, because the package name is untrusted.
    const own = join(folder, `build-${(await readdir(folder)).length}`);
    await mkdir(own, { mode: 0o755 });
    const from = this.#source(null);
    const wheel = await this.#deps.builder.build({ python, archive, folder: own, target: built, installer, from }, hooks);
    return { source: { name: source.name, version: source.version, sha256: source.sha256 }, wheel };
  }

  #write(python: Interpreter, base: 'included' | 'of the machine' | 'none', pinned: string, wheels: Wheels): string {
    const names = namesIn(pinned);
    const sources = [...wheels.values()].flatMap(({ source }) => (names.has(source.name) ? [source] : []));
    return writePythonLock({ version: python.version, base, wheels: withoutSources(pinned, sources), sources });
  }

  #source(built: string | null): PackageSource {
    return { index: this.#deps.index, built };
  }

  /** Without a requested version: the newest one with pandas, the default of runs. */
  #interpreter(version: string | null): Interpreter {
    const { pythons } = this.#deps;
    const chosen =
      version === null ? (pythons.find(({ hasPandas }) => hasPandas) ?? pythons[0]) : pythons.find((python) => python.version === version);
    if (!chosen) throw new InstallError(missingPython(version ?? '3', pythons));
    return chosen;
  }
}

/** Which package has no wheel, according to the installer. */
function lackingWheel(output: string, requirements: readonly string[]): { name: string; version: string | null } | null {
  const name =
    /Wheels are required for `([^`]+)`/.exec(output)?.[1] ?? /No matching distribution found for ([A-Za-z0-9._-]+)/.exec(output)?.[1];
  if (name === undefined) return null;
  const isNamed = (other: string | undefined) => normalName(other ?? '') === normalName(name);
  const asked = requirements.map((requirement) => /^([^=\s]+)==([^*]+)$/.exec(requirement)).find((exact) => isNamed(exact?.[1]));
  const unusable = [...output.matchAll(/(\S+)==(\S+) has no usable wheels/g)].find(([, other]) => isNamed(other));
  return { name, version: asked?.[2] ?? unusable?.[2] ?? null };
}

async function makeWork(scratch: string): Promise<Work> {
  const work = { folder: join(scratch, 'sources'), built: join(scratch, 'wheels') };
  for (const path of Object.values(work)) await mkdir(path, { mode: 0o755 });
  return work;
}

/** Whether a package folder lacks all of these packages; false for an index. */
async function lacksAll(index: PackageIndex, names: readonly string[]): Promise<boolean> {
  if (!index.isFolder) return false;
  const files = await readdir(index.address).catch(() => []);
  return !files.some((file) => names.includes(normalName(file.split('-', 1)[0] ?? '')));
}

function namesIn(pinned: string): Set<string> {
  return new Set(packagesOf({ wheels: pinned, sources: [] }).map(({ name }) => normalName(name)));
}

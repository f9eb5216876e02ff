import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EnvironmentRequest } from '#contract/runner-protocol.ts';
import { type Interpreter, missingPython } from '#runner/python/interpreters.ts';
import type { BuildGround } from './build-ground.ts';
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
import { InstallError, SourceBuildError } from './run-installer.ts';
import { linksIn, requireNoNewLinks, settleEnvironment } from './settle-environment.ts';

interface Given {
  readonly equipment: Pick<BuildGround, 'sandbox' | 'userIds' | 'workshop'>;
  readonly pythons: readonly Interpreter[];
  readonly tools: PythonTools;
  readonly builder: SourceBuilder;
  readonly installers: InstallerSandbox;
  readonly index: PackageIndex;
}

/** What a source became here; its hash is that of the wheel. */
type Wheels = Map<string, { source: SourcePackage; wheel: BuiltWheel }>;

/** Folders of one build; `folder` has one for each source, and `built` the wheels that became of them. */
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
 * Python environments: virtual environments that hold what is asked for, and the base packages beside it in versions that fit,
 * because authors expect them in every lesson. Where the index cannot give these, those of the machine show through.
 *
 * No code of a package runs outside a sandbox, and neither do the installers: wheels are unpacked only, what has no wheel is
 * built in a sandbox first, and the Python of an environment is never started here once something is in it.
 */
export class PythonEnvironments implements EnvironmentKind {
  readonly #given: Given;

  constructor(given: Given) {
    this.#given = given;
  }

  async resolve(request: EnvironmentRequest, _scratch: string, hooks: BuildHooks): Promise<{ lock: string; installed: null }> {
    try {
      return { lock: await this.#lock(request, hooks), installed: null };
    } catch (error) {
      // The log ends with the reason; what a source's build said is there already.
      if (error instanceof InstallError && !(error instanceof SourceBuildError)) hooks.log(`${error.message}\n`);
      throw error;
    }
  }

  async install(text: string, folder: string, hooks: BuildHooks): Promise<Installed> {
    const python = this.#interpreter(readLockTitle(text)?.version ?? null);
    const lock = readPythonLock(text, python.version);
    const { tools, installers, equipment } = this.#given;
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
      await listFontsOf(equipment, { folder: made, base: python, installed: packagesOf(lock), lock: text });
      await settleEnvironment(made, folder, { python: `${TOOL_INSIDE}/bin/python`, folder: installers.inside(made) });
    } finally {
      await installers.discard(scratch);
    }
    return packagesOf(lock);
  }

  /** With the base packages if that can be; else without them. */
  async #lock(request: EnvironmentRequest, hooks: BuildHooks): Promise<string> {
    const python = this.#interpreter(request.version);
    const asked = requirementsOf(request.packages);
    const installer = await this.#given.tools.installer(hooks);
    const base = missingBase(request.packages);
    const wheels: Wheels = new Map();
    const isHopeless = asked.length > 0 && (await lacksAll(this.#given.index, base));
    const scratch = await this.#given.installers.folder();
    try {
      const solving = { installer, python, wheels, ...(await makeWork(scratch)) };
      try {
        if (isHopeless) throw new InstallError('The folder of packages has none of the base packages.');
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
        `${base.join(', ')} do not go together with these packages or are not in the index: ` +
          `${seesMachine ? 'those of the machine are used' : 'they are left out'}.\n`,
      );
      return this.#write(python, seesMachine ? 'of the machine' : 'none', pinned, wheels);
    } finally {
      await this.#given.installers.discard(scratch);
    }
  }

  /** Resolves; what has no wheel is built on the way, since only then it can be known what it needs itself. */
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
        const source = await fetchSource(lacking, this.#given.index, hooks.signal).catch((failure: unknown) => {
          hooks.signal.throwIfAborted();
          // That there is no source either is not said: the installer's words tell more.
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
    const archive = await fetchSource(source, this.#given.index, hooks.signal);
    if (archive.sha256 !== source.sha256)
      throw new InstallError(`The source of ${source.name} ${source.version} is not the one that was locked.`);
    // By a number: the name is a stranger's.
    const own = join(folder, `build-${(await readdir(folder)).length}`);
    await mkdir(own, { mode: 0o755 });
    const from = this.#source(null);
    const wheel = await this.#given.builder.build({ python, archive, folder: own, target: built, installer, from }, hooks);
    return { source: { name: source.name, version: source.version, sha256: source.sha256 }, wheel };
  }

  #write(python: Interpreter, base: 'included' | 'of the machine' | 'none', pinned: string, wheels: Wheels): string {
    const names = namesIn(pinned);
    const sources = [...wheels.values()].flatMap(({ source }) => (names.has(source.name) ? [source] : []));
    return writePythonLock({ version: python.version, base, wheels: withoutSources(pinned, sources), sources });
  }

  #source(built: string | null): PackageSource {
    return { index: this.#given.index, built };
  }

  /** Without a wish: the newest one that has pandas, as runs without a wish have it. */
  #interpreter(version: string | null): Interpreter {
    const { pythons } = this.#given;
    const chosen =
      version === null ? (pythons.find(({ hasPandas }) => hasPandas) ?? pythons[0]) : pythons.find((python) => python.version === version);
    if (!chosen) throw new InstallError(missingPython(version ?? '3', pythons));
    return chosen;
  }
}

/** Of which package the installer says that it has no wheel. */
function lackingWheel(words: string, requirements: readonly string[]): { name: string; version: string | null } | null {
  const name =
    /Wheels are required for `([^`]+)`/.exec(words)?.[1] ?? /No matching distribution found for ([A-Za-z0-9._-]+)/.exec(words)?.[1];
  if (name === undefined) return null;
  const isNamed = (other: string | undefined) => normalName(other ?? '') === normalName(name);
  const asked = requirements.map((requirement) => /^([^=\s]+)==([^*]+)$/.exec(requirement)).find((exact) => isNamed(exact?.[1]));
  const unusable = [...words.matchAll(/(\S+)==(\S+) has no usable wheels/g)].find(([, other]) => isNamed(other));
  return { name, version: asked?.[2] ?? unusable?.[2] ?? null };
}

async function makeWork(scratch: string): Promise<Work> {
  const work = { folder: join(scratch, 'sources'), built: join(scratch, 'wheels') };
  for (const path of Object.values(work)) await mkdir(path, { mode: 0o755 });
  return work;
}

/** A folder of packages tells at a look what it does not have. */
async function lacksAll(index: PackageIndex, names: readonly string[]): Promise<boolean> {
  if (!index.isFolder) return false;
  const files = await readdir(index.address).catch(() => []);
  return !files.some((file) => names.includes(normalName(file.split('-', 1)[0] ?? '')));
}

function namesIn(pinned: string): Set<string> {
  return new Set(packagesOf({ wheels: pinned, sources: [] }).map(({ name }) => normalName(name)));
}

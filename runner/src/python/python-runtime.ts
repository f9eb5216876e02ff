/** Runs Python: in a warm slot, in a warm process of an environment, or in a new sandbox. */

import type { RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { CannotRunError } from '../cannot-run.ts';
import type { LanguageRuntime, RunHooks, RuntimeDeps, Work } from '../language-runtime.ts';
import { fileBinds, sortFiles } from '../lesson-files.ts';
import { SandboxFailure } from '../sandbox/explain-failure.ts';
import { OneShotPools } from '../slots/one-shot-pools.ts';
import { findInterpreters, missingPython, NO_PYTHON } from './interpreters.ts';
import { type PreparedPython, preparePython } from './prepare-python.ts';
import { oneShot, programInput, type Extras } from './python-program.ts';
import { type BackstopParts, backstopOf, runPython } from './run-python.ts';
import { SlotPools, type Lease } from './slots/slot-pools.ts';
import { slotFiles, type SlotRun } from './slots/slot.ts';
import { keyOfKind, WaitingPython, type WaitingKind } from './waiting-python.ts';

/** Python, which other languages of the runner also use. */
export interface PythonRuntime extends LanguageRuntime {
  /** The interpreters of this machine, newest version first. */
  readonly interpreters: readonly PreparedPython[];
  /** The interpreters of installed environments. */
  readonly environments: EnvironmentPythons;
  /**
   * Like `LanguageRuntime.plan`. A request in another language runs on the base interpreter; that language passes its own
   * environment in `extras`. With extras, the run gets its own sandbox instead of a warm slot.
   */
  plan(request: RunnerRunRequest, extras?: Extras): Work;
}

const FIRST_SLOT_MS = 200;
/** How long a warm process of an environment waits for the next run of its lesson. */
const WAITING_MS = 10 * 60_000;
const LABEL_CHARACTERS = 12;

/** Finds and prepares the Pythons of this machine. */
export async function openPython(deps: RuntimeDeps): Promise<PythonRuntime> {
  const { settings, folders, blobs, sandbox, userIds } = deps;
  const found = await findInterpreters(settings.pythons);
  const interpreters = await Promise.all(
    found.map((python) => preparePython(python, { modules: folders.pythonModules, caches: folders.caches })),
  );
  const hasPython = interpreters.length > 0;
  const environments = new EnvironmentPythons(deps);
  const pools = new SlotPools(deps);
  const openPools = (warmingMax: number | null) =>
    new OneShotPools<WaitingKind, WaitingPython>((kind) => WaitingPython.start(deps, kind), {
      capacity: settings.capacity,
      keyOf: keyOfKind,
      idleMs: WAITING_MS,
      warmingMax,
    });
  const waiting = openPools(null);
  // Apart, so that lessons with earlier code don't drop what waits for others; half of the places stay for runs.
  const prepared = openPools(Math.max(1, Math.floor(settings.capacity / 2)));
  const usual = hasPython ? choosePython(null, interpreters) : null;
  // Warm the first slot once the runner is listening; a runner that shuts down before doesn't need it.
  const firstSlot = setTimeout(() => {
    if (usual) pools.prepare(usual, `base ${usual.version}`);
  }, FIRST_SLOT_MS).unref();
  return {
    interpreters,
    environments,
    health: {
      available: hasPython,
      versions: interpreters.map(({ version }) => version),
      builds: Object.fromEntries(interpreters.map(({ version, fullVersion }) => [version, fullVersion])),
      reason: hasPython ? null : NO_PYTHON,
    },
    get slots() {
      return [...pools.health, ...waiting.health, ...prepared.health];
    },
    plan: (request, extras) => {
      const base = choosePython(request.language_version, interpreters);
      const environment = request.language === 'python' ? request.environment : null;
      return async (hooks) => {
        const lesson = await sortFiles(blobs, request.files);
        const python = await (environment === null ? environments.withBasePackages(base, hooks) : environments.get(environment, hooks));
        // A run in the background takes no warm process from authors, and none is warmed up after it: it would cost more than it saves.
        // One in other circumstances needs an interpreter that has run nothing; another hash seed, one that starts with it.
        const mayWait = settings.warm !== 'off' && !request.is_background && request.circumstances === null;
        // Slots are for the base packages alone: what authors' packages do while they are imported is not trusted.
        const needsOwn = (environment !== null && !mayWait) || (request.circumstances?.hash_seed ?? null) !== null;
        const kind = { python, files: request.files, limits: request.limits, earlier: [] };
        const hasEarlier = request.language === 'python' && request.earlier.length > 0;
        if (!extras && hasEarlier && mayWait) {
          const label = environment?.key ?? `base ${base.version}`;
          const done = await runWaiting(prepared, { ...kind, earlier: request.earlier }, label, request, hooks);
          if (done) return done;
        }
        if (!extras && environment !== null && mayWait) {
          const done = await runWaiting(waiting, kind, environment.key, request, hooks);
          if (done) return done;
        } else if (!extras && !needsOwn) {
          const label = `base ${base.version}`;
          const slotRun = { input: programInput(request), files: slotFiles(lesson), limits: request.limits };
          const lease = await pools.take(python, label, hooks.signal);
          const done = lease && (await runWarm(lease, slotRun, hooks, { isOnlyWay: settings.warm === 'only', ...backstopOf(request) }));
          if (done) return done;
        }
        const userId = userIds.take();
        try {
          const run = oneShot(python, folders, request, fileBinds(blobs, lesson), extras ?? null);
          return await runPython(() => sandbox.start(userId, run), request.limits, hooks, backstopOf(request));
        } finally {
          userIds.release(userId);
        }
      };
    },
    // As `__main__`, after the preamble in the same name space. The interpreter of a session has the packages already.
    application: { program: ({ earlier, preamble, code }) => ({ earlier, preamble, code }), environment: () => ({}) },
    close: async () => {
      clearTimeout(firstSlot);
      await Promise.all([pools.close(), waiting.close(), prepared.close()]);
    },
  };
}

/**
 * Runs code with an environment of authors' packages in a process that is already warm.
 * @returns null if none is waiting; the run then starts without one
 */
async function runWaiting(
  pools: OneShotPools<WaitingKind, WaitingPython>,
  kind: WaitingKind,
  key: string,
  request: RunnerRunRequest,
  hooks: RunHooks,
): Promise<Awaited<ReturnType<Work>> | null> {
  const end = Promise.withResolvers<void>();
  const process = pools.takeWarm(key.slice(0, LABEL_CHARACTERS), kind, end.promise);
  try {
    return process && (await runPython(async () => process.run(request), request.limits, hooks, backstopOf(request)));
  } catch (error) {
    if (error instanceof SandboxFailure) return null;
    throw error;
  } finally {
    end.resolve();
  }
}

/** Returns null if the slot failed before anything of the run happened; the run can then start without one. */
async function runWarm(
  lease: Lease,
  run: SlotRun,
  hooks: RunHooks,
  { isOnlyWay, ...backstop }: { isOnlyWay: boolean } & BackstopParts,
): Promise<Awaited<ReturnType<Work>> | null> {
  try {
    return await runPython(() => lease.slot.start(run), run.limits, hooks, backstop);
  } catch (error) {
    if (error instanceof SandboxFailure && !isOnlyWay) return null;
    throw error;
  } finally {
    lease.release();
  }
}

/**
 * Without a requested version: the newest one with pandas, otherwise the newest.
 * @throws CannotRunError for a version that isn't installed
 */
export function choosePython(version: string | null, pythons: readonly PreparedPython[]): PreparedPython {
  const chosen =
    version === null ? (pythons.find(({ hasPandas }) => hasPandas) ?? pythons[0]) : pythons.find((python) => python.version === version);
  if (!chosen) throw new CannotRunError(version === null ? NO_PYTHON : missingPython(version, pythons));
  return chosen;
}

type Hooks = Pick<RunHooks, 'onPreparing' | 'signal'>;

/**
 * Interpreters of installed environments. Their description comes from the build: asking the interpreter would run it, and a
 * package may run code as soon as Python starts. That is allowed only in sandboxes.
 */
class EnvironmentPythons {
  readonly #deps: RuntimeDeps;

  constructor(deps: RuntimeDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the interpreter of an environment, which is built first if necessary.
   * @throws CannotRunError if it can't be built
   */
  async get(ref: NonNullable<RunnerRunRequest['environment']>, hooks: Hooks): Promise<PreparedPython> {
    const { python } = await this.#deps.environments.get(ref, hooks.onPreparing, hooks.signal);
    if (!python) throw new CannotRunError('The packages of this lesson were built for another language or Python. Build them again.');
    return python;
  }

  /**
   * Returns the interpreter itself, or its equivalent with numpy, pandas and matplotlib if it lacks them and they can be
   * installed.
   */
  async withBasePackages(python: PreparedPython, hooks: Hooks): Promise<PreparedPython> {
    return (await this.#deps.environments.base(python, hooks.onPreparing, hooks.signal))?.python ?? python;
  }
}

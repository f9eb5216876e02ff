import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import { CannotRunError } from '#runner/cannot-run.ts';
import { fileBinds, sortFiles } from '#runner/lesson-files.ts';
import type { Equipment, LanguageRuntime, RunHooks, Work } from '#runner/language-runtime.ts';
import { SandboxFailure } from '#runner/sandbox/explain-failure.ts';
import { OneShotPools } from '#runner/slots/one-shot-pools.ts';
import { SlotPools, type Lease } from './slots/slot-pools.ts';
import { slotFiles, type SlotRun } from './slots/slot.ts';
import { EnvironmentPythons } from './environment-python.ts';
import { findInterpreters, missingPython } from './interpreters.ts';
import { preparePython, type PreparedPython } from './prepare-python.ts';
import { oneShot, programInput, type Extras } from './python-program.ts';
import { runPython } from './run-python.ts';
import { keyOfKind, WaitingPython, type WaitingKind } from './waiting-python.ts';

/** Python, which other languages of the runner lean on. */
export interface PythonRuntime extends LanguageRuntime {
  /** The interpreters of this machine, newest version first. */
  readonly interpreters: readonly PreparedPython[];
  /** The interpreters of installed environments. */
  readonly environments: EnvironmentPythons;
  /**
   * As of any language. A request of another language runs the base interpreter; its environment is that language's own
   * to bring, by `extras`. With extras the run has a sandbox of its own, not a warm slot.
   */
  plan(request: RunnerRunRequest, extras?: Extras): Work;
}

const FIRST_SLOT_MS = 200;
/** How long a warm process of an environment waits for the next run of its lesson. */
const WAITING_MS = 10 * 60_000;
const LABEL_CHARACTERS = 12;
const NO_PYTHON = 'No Python 3.8 or later is installed on this machine. Add it with "apt install python3" and restart the runner.';

/** Finds and prepares the Pythons of this machine. */
export async function openPython(equipment: Equipment): Promise<PythonRuntime> {
  const { settings, workshop, blobs, sandbox, userIds } = equipment;
  const found = await findInterpreters(settings.pythons);
  const interpreters = await Promise.all(
    found.map((python) => preparePython(python, { modules: workshop.pythonModules, caches: workshop.caches })),
  );
  const hasPython = interpreters.length > 0;
  const environments = new EnvironmentPythons(equipment);
  const pools = new SlotPools(equipment);
  const waiting = new OneShotPools<WaitingKind, WaitingPython>((kind) => WaitingPython.start(equipment, kind), {
    capacity: settings.capacity,
    keyOf: keyOfKind,
    idleMs: WAITING_MS,
  });
  const usual = hasPython ? choosePython(null, interpreters) : null;
  // Once the runner answers; whoever leaves before has no use for it.
  const firstSlot = setTimeout(() => {
    if (usual) pools.prepare(usual, `base ${usual.version}`);
  }, FIRST_SLOT_MS).unref();
  return {
    interpreters,
    environments,
    health: {
      available: hasPython,
      versions: interpreters.map(({ version }) => version),
      reason: hasPython ? null : NO_PYTHON,
    },
    get slots() {
      return [...pools.health, ...waiting.health];
    },
    plan: (request, extras) => {
      const base = choosePython(request.language_version, interpreters);
      const environment = request.language === 'python' ? request.environment : null;
      return async (hooks) => {
        const lesson = await sortFiles(blobs, request.files);
        const python = await (environment === null ? environments.withBasePackages(base, hooks) : environments.get(environment, hooks));
        if (!extras && environment !== null && settings.warm !== 'off') {
          const done = await runWaiting(waiting, { python, files: request.files, limits: request.limits }, environment.key, request, hooks);
          if (done) return done;
        } else if (!extras) {
          const label = `base ${base.version}`;
          const slotRun = { input: programInput(request), files: slotFiles(lesson), limits: request.limits };
          const lease = await pools.take(python, label, hooks.signal);
          const done =
            lease && (await runWarm(lease, slotRun, hooks, { isOnlyWay: settings.warm === 'only', hasChecks: request.checks !== null }));
          if (done) return done;
        }
        const userId = userIds.take();
        try {
          const run = oneShot(python, workshop, request, fileBinds(blobs, lesson), extras ?? null);
          return await runPython(() => sandbox.start(userId, run), request.limits, hooks, request.checks !== null);
        } finally {
          userIds.release(userId);
        }
      };
    },
    // As `__main__`, after the preamble in the same name space. The interpreter of a session has the packages already.
    application: { program: ({ preamble, code }) => ({ preamble, code }), environment: () => ({}) },
    close: async () => {
      clearTimeout(firstSlot);
      await Promise.all([pools.close(), waiting.close()]);
    },
  };
}

/**
 * A run with an environment of an author's packages, in a process that is warm and waits for it.
 * @returns null when none waits: then the run starts without one.
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
    return process && (await runPython(async () => process.run(request), request.limits, hooks, request.checks !== null));
  } catch (error) {
    if (error instanceof SandboxFailure) return null;
    throw error;
  } finally {
    end.resolve();
  }
}

/** Null when the slot failed before anything of the run had happened; the run can then start without one. */
async function runWarm(
  lease: Lease,
  run: SlotRun,
  hooks: RunHooks,
  { isOnlyWay, hasChecks }: { isOnlyWay: boolean; hasChecks: boolean },
): Promise<Awaited<ReturnType<Work>> | null> {
  try {
    return await runPython(() => lease.slot.start(run), run.limits, hooks, hasChecks);
  } catch (error) {
    if (error instanceof SandboxFailure && !isOnlyWay) return null;
    throw error;
  } finally {
    lease.release();
  }
}

/**
 * Without a wish: the newest one that has pandas, else the newest.
 * @throws CannotRunError for a version that is not here.
 */
export function choosePython(version: string | null, pythons: readonly PreparedPython[]): PreparedPython {
  const chosen =
    version === null ? (pythons.find(({ hasPandas }) => hasPandas) ?? pythons[0]) : pythons.find((python) => python.version === version);
  if (!chosen) throw new CannotRunError(version === null ? NO_PYTHON : missingPython(version, pythons));
  return chosen;
}

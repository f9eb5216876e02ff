import { DEFAULT_RUN_LIMITS, type RunLimits, type RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { CannotRunError } from '../cannot-run.ts';
import type { RuntimeDeps, LanguageRuntime, RunEnd, RunHooks } from '../language-runtime.ts';
import { choosePython, type PythonRuntime } from '../python/python-runtime.ts';
import { backstopOf, runPython } from '../python/run-python.ts';
import { OneShotPools } from '../slots/one-shot-pools.ts';
import { compileR } from './compile-r.ts';
import { findR, type InstalledR } from './find-r.ts';
import { keyOfRKind, RProcess, type RKind } from './r-process.ts';

const NO_R = 'R is not installed on this machine. Install it with "apt install r-base-core" and restart the runner.';
const NO_SUPERVISOR =
  'R runs under a supervisor that needs Python 3.8 or later. Install it with "apt install python3" and restart the runner.';
/** Warm the first process once the runner is listening and idle. */
const FIRST_MS = 1_000;
const APPLICATION_FILE = '/tmp/application.R';
const LABEL_CHARACTERS = 12;
/** How long a process that has run the code of earlier screens waits for the next run of its lesson. */
const PREPARED_MS = 10 * 60_000;

interface Pools {
  /** Processes that have run nothing. */
  readonly empty: OneShotPools<RKind, RProcess>;
  /** Apart, so that lessons with earlier code don't drop what waits for others; half of the places stay for runs. */
  readonly prepared: OneShotPools<RKind, RProcess>;
}

/** Opens R, if this machine has it. */
export async function openR(deps: RuntimeDeps, python: PythonRuntime): Promise<LanguageRuntime> {
  const installed = await findR();
  const reason = installed.length === 0 ? NO_R : python.interpreters.length === 0 ? NO_SUPERVISOR : null;
  const { capacity } = deps.settings;
  const openPools = (idleMs: number | null, warmingMax: number | null) =>
    new OneShotPools<RKind, RProcess>((kind) => RProcess.start(deps, choosePython(null, python.interpreters), kind), {
      capacity,
      keyOf: keyOfRKind,
      idleMs,
      warmingMax,
    });
  const pools: Pools = { empty: openPools(null, null), prepared: openPools(PREPARED_MS, Math.max(1, Math.floor(capacity / 2))) };
  const [usual] = installed;
  const closing = new AbortController();
  let compiling: Promise<void> | null = null;
  const first = setTimeout(() => {
    if (!usual || reason !== null || deps.settings.warm === 'off') return;
    compiling = compileR(usual, deps.folders.rPrograms, closing.signal).then(() =>
      pools.empty.prepare(labelOf(usual, null), kindOf(usual, null, DEFAULT_RUN_LIMITS)),
    );
  }, FIRST_MS).unref();
  return {
    health: {
      available: reason === null,
      versions: installed.map(({ version }) => version),
      builds: Object.fromEntries(installed.map(({ version, fullVersion }) => [version, fullVersion])),
      reason,
    },
    get slots() {
      return [...pools.empty.health, ...pools.prepared.health];
    },
    plan: (request) => {
      if (reason !== null) throw new CannotRunError(reason);
      const r = chooseR(request.language_version, installed);
      return (hooks) => runR(deps, pools, r, request, hooks);
    },
    application: {
      program: ({ earlier, preamble, code }) => ({
        files: { [APPLICATION_FILE]: [...earlier.map(applicationCell), ...preamble, code].join('\n') },
        command: ['Rscript', '--vanilla', APPLICATION_FILE],
      }),
      environment: (packages) => ({ R_LIBS: packages }),
    },
    close: async () => {
      clearTimeout(first);
      closing.abort();
      await compiling;
      await Promise.all([pools.empty.close(), pools.prepared.close()]);
    },
  };
}

async function runR(deps: RuntimeDeps, pools: Pools, r: InstalledR, request: RunnerRunRequest, hooks: RunHooks): Promise<RunEnd> {
  const environment = request.environment && (await deps.environments.get(request.environment, hooks.onPreparing, hooks.signal));
  const { earlier, files, limits } = request;
  const kind = kindOf(r, environment?.folder ?? null, limits);
  const label = labelOf(r, request.environment?.key ?? null);
  const end = Promise.withResolvers<void>();
  const runIn = (taken: RProcess) => runPython(() => taken.run(request), limits, hooks, backstopOf(request));
  try {
    // A run in the background uses no prepared state, and none is prepared after it: it would cost more than it saves.
    const isPrepared = earlier.length > 0 && deps.settings.warm !== 'off' && !request.is_background;
    const taken = isPrepared ? pools.prepared.takeWarm(label, { ...kind, state: { earlier, files, limits } }, end.promise) : null;
    return await runIn(taken ?? (await pools.empty.take(label, kind, end.promise)));
  } finally {
    end.resolve();
  }
}

/** An error, also of its syntax, ends only the code of its screen; R prints it unless the screen allows it. */
function applicationCell({ code, may_fail }: RunnerRunRequest['earlier'][number]): string {
  return `try(eval(parse(text = ${JSON.stringify(code)}, encoding = "UTF-8"), globalenv()), silent = ${may_fail ? 'TRUE' : 'FALSE'})`;
}

function kindOf(r: InstalledR, library: string | null, limits: RunLimits): RKind {
  const { memory_bytes, disk_bytes, files, processes } = limits;
  return { r, library, limits: { memory_bytes, disk_bytes, files, processes }, state: null };
}

function labelOf(r: InstalledR, key: string | null): string {
  return key === null ? `R ${r.version}` : key.slice(0, LABEL_CHARACTERS);
}

/**
 * Without a requested version: the system's own R.
 * @throws CannotRunError for a version that isn't installed
 */
function chooseR(version: string | null, installed: readonly InstalledR[]): InstalledR {
  const chosen = version === null ? installed[0] : installed.find((r) => r.version === version || r.fullVersion === version);
  if (!chosen) {
    const here = installed.map((r) => r.version).join(', ');
    throw new CannotRunError(
      `R ${version} is not installed on this machine (it has ${here}). Choose one of these, or install it and restart the runner.`,
    );
  }
  return chosen;
}

import { DEFAULT_RUN_LIMITS, type RunLimits, type RunnerRunRequest } from '#contract/runner-protocol.ts';
import { CannotRunError } from '#runner/cannot-run.ts';
import type { Equipment, LanguageRuntime, RunHooks } from '#runner/language-runtime.ts';
import { choosePython, type PythonRuntime } from '#runner/python/python-runtime.ts';
import { runPython } from '#runner/python/run-python.ts';
import { OneShotPools } from '#runner/slots/one-shot-pools.ts';
import { compileR } from './compile-r.ts';
import { findR, type InstalledR } from './find-r.ts';
import { RProcess, type RKind } from './r-process.ts';

const NO_R = 'R is not installed on this machine. Add it with "apt install r-base-core" and restart the runner.';
const NO_SUPERVISOR = 'R runs under a supervisor that needs Python 3.8 or later. Add it with "apt install python3" and restart the runner.';
/** Once the runner answers, and has its hands free. */
const FIRST_MS = 1_000;
const APPLICATION_FILE = '/tmp/application.R';
const LABEL_CHARACTERS = 12;

/** R, if this machine has it. */
export async function openR(equipment: Equipment, python: PythonRuntime): Promise<LanguageRuntime> {
  const installed = await findR();
  const reason = installed.length === 0 ? NO_R : python.interpreters.length === 0 ? NO_SUPERVISOR : null;
  const pools = new OneShotPools<RKind, RProcess>((kind) => RProcess.start(equipment, choosePython(null, python.interpreters), kind), {
    capacity: equipment.settings.capacity,
    keyOf: (kind) => JSON.stringify(kind),
    idleMs: null,
  });
  const [usual] = installed;
  const closing = new AbortController();
  let compiling: Promise<void> | null = null;
  const first = setTimeout(() => {
    if (!usual || reason !== null) return;
    compiling = compileR(usual, equipment.workshop.rPrograms, closing.signal).then(() =>
      pools.prepare(labelOf(usual, null), kindOf(usual, null, DEFAULT_RUN_LIMITS)),
    );
  }, FIRST_MS).unref();
  return {
    health: { available: reason === null, versions: installed.map(({ version }) => version), reason },
    get slots() {
      return pools.health;
    },
    plan: (request) => {
      if (reason !== null) throw new CannotRunError(reason);
      const r = chooseR(request.language_version, installed);
      return (hooks) => runR(equipment, pools, r, request, hooks);
    },
    application: {
      program: ({ preamble, code }) => ({
        files: { [APPLICATION_FILE]: [...preamble, code].join('\n') },
        command: ['Rscript', '--vanilla', APPLICATION_FILE],
      }),
      environment: (packages) => ({ R_LIBS: packages }),
    },
    close: async () => {
      clearTimeout(first);
      closing.abort();
      await compiling;
      await pools.close();
    },
  };
}

async function runR(equipment: Equipment, pools: OneShotPools<RKind, RProcess>, r: InstalledR, request: RunnerRunRequest, hooks: RunHooks) {
  const environment = request.environment && (await equipment.environments.get(request.environment, hooks.onPreparing, hooks.signal));
  const kind = kindOf(r, environment?.folder ?? null, request.limits);
  const end = Promise.withResolvers<void>();
  const start = async () => {
    const taken = await pools.take(labelOf(r, request.environment?.key ?? null), kind, end.promise);
    return taken.run(request);
  };
  try {
    return await runPython(start, request.limits, hooks, request.checks !== null);
  } finally {
    end.resolve();
  }
}

function kindOf(r: InstalledR, library: string | null, limits: RunLimits): RKind {
  const { memory_bytes, disk_bytes, files, processes } = limits;
  return { r, library, limits: { memory_bytes, disk_bytes, files, processes } };
}

function labelOf(r: InstalledR, key: string | null): string {
  return key === null ? `R ${r.version}` : key.slice(0, LABEL_CHARACTERS);
}

/**
 * Without a wish: the system's own.
 * @throws CannotRunError for a version that is not here.
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { RunLimits, RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { RunError, RunLimit, RunOutcome } from '#contract/runs.ts';
import { keepStart } from '#runner/cut-stream.ts';
import { explainFailure } from '#runner/sandbox/explain-failure.ts';
import type { Sandbox, SandboxRun } from '#runner/sandbox/sandbox.ts';
import { WORK_FOLDER, type Bind } from '#runner/sandbox/bubblewrap-arguments.ts';
import type { PreparedPython } from './prepare-python.ts';
import { PHASE_DONE, readReport, type Report } from './report.ts';

/** What of a request concerns the language. */
export type PythonRequest = Pick<RunnerRunRequest, 'preamble' | 'code' | 'values' | 'limits'>;

export interface RunHooks {
  /** Stops the run; what it gave until then is its outcome. */
  readonly signal: AbortSignal;
  readonly onText: (stream: 'stdout' | 'stderr', text: string) => void;
}

/** The sandbox did not come to stand, though it did when it was tried: nothing of the learner's ran. */
export class SandboxFailure extends Error {}

const PROGRAM_FOLDER = '/opt/lessonwright/python';
const MATPLOTLIB_FOLDER = '/tmp/.matplotlib';
/** Beyond its time limit, for starting up, for noting what it left behind, and for a supervisor that was stopped. */
const BACKSTOP_MS = 20_000;
/** What a report has besides the records that `result_bytes` bounds. */
const REPORT_EXTRA = 64 * 1024;

const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: WORK_FOLDER,
  TMPDIR: '/tmp',
  XDG_CACHE_HOME: '/tmp/.cache',
  LANG: 'C.UTF-8',
  // The same order of sets on every run, so that a recorded output can be met again.
  PYTHONHASHSEED: '0',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUTF8: '1',
  MPLBACKEND: 'module://lessonwright_run.figure_backend',
  MPLCONFIGDIR: MATPLOTLIB_FOLDER,
  // Threads of numeric libraries count as processes, and two processors have no use for them.
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
  MKL_NUM_THREADS: '1',
  NUMEXPR_MAX_THREADS: '1',
};

/**
 * Runs Python in a sandbox of its own.
 *
 * @param files of the work folder: bound under their names.
 * @throws SandboxFailure when no code was run.
 */
export async function runPython(
  sandbox: Sandbox,
  slot: number,
  python: PreparedPython,
  request: PythonRequest,
  files: { modules: string; settings: readonly Bind[]; work: readonly Bind[] },
  hooks: RunHooks,
): Promise<{ outcome: RunOutcome; isStopped: boolean }> {
  const startedAt = performance.now();
  const { limits } = request;
  const run = await sandbox.start(slot, sandboxRun(python, request, files));
  let ended: 'by stop' | 'by output' | 'by backstop' | null = null;
  const end = (why: NonNullable<typeof ended>) => {
    ended ??= why;
    run.kill();
  };
  const stop = () => end('by stop');
  hooks.signal.addEventListener('abort', stop, { once: true });
  if (hooks.signal.aborted) stop();
  const settled = new AbortController();
  sleep(limits.wall_seconds * 1000 + BACKSTOP_MS, undefined, { signal: settled.signal }).then(
    () => end('by backstop'),
    () => undefined,
  );
  const keep = (stream: 'stdout' | 'stderr') =>
    keepStart(
      run[stream],
      limits.stream_bytes,
      (text) => hooks.onText(stream, text),
      () => end('by output'),
    );
  try {
    const [stdout, stderr, { text: written }, exit] = await Promise.all([
      keep('stdout'),
      keep('stderr'),
      keepStart(
        run.report,
        limits.result_bytes + REPORT_EXTRA,
        () => undefined,
        () => end('by output'),
      ),
      run.ended,
    ]);
    const report = readReport(written);
    if (!report.isReady && ended === null && !exit.isOutOfMemory) throw new SandboxFailure(explainFailure(stderr.text));
    const limit = limitOf(report, ended, exit.isOutOfMemory);
    const outcome: RunOutcome = {
      output: stdout.text,
      stderr: stderr.text,
      error: ended === 'by stop' ? null : (report.error ?? errorOf(report, limit, limits)),
      images: report.images,
      vars: report.vars,
      limit,
      cut: [...(stdout.isCut ? (['stdout'] as const) : []), ...(stderr.isCut ? (['stderr'] as const) : []), ...report.cut],
      duration_ms: Math.round(performance.now() - startedAt),
    };
    return { outcome, isStopped: ended === 'by stop' };
  } finally {
    hooks.signal.removeEventListener('abort', stop);
    settled.abort();
  }
}

function sandboxRun(
  python: PreparedPython,
  request: PythonRequest,
  files: { modules: string; settings: readonly Bind[]; work: readonly Bind[] },
): SandboxRun {
  const { preamble, code, values, limits } = request;
  return {
    command: [python.path, `${PROGRAM_FOLDER}/main.py`],
    environment: ENVIRONMENT,
    binds: [
      ...files.settings,
      { source: files.modules, target: PROGRAM_FOLDER },
      ...python.folders.map((folder) => ({ source: folder, target: folder })),
      ...python.fontLists.map((source) => ({ source, target: `${MATPLOTLIB_FOLDER}/${source.split('/').at(-1)}` })),
      ...files.work,
    ],
    reads: python.folders,
    limits,
    input: JSON.stringify({ preamble, code, values, limits }),
  };
}

function limitOf(report: Report, ended: 'by stop' | 'by output' | 'by backstop' | null, isOutOfMemory: boolean): RunLimit | null {
  if (ended === 'by stop') return null;
  if (ended === 'by output') return 'output';
  if (ended === 'by backstop') return 'time';
  if (isOutOfMemory) return 'memory';
  return report.end?.limit ?? report.limit;
}

/** An end that the script could not tell of itself. */
function errorOf(report: Report, limit: RunLimit | null, limits: RunLimits): RunError | null {
  const error = (name: string, message: string): RunError => ({
    name,
    message,
    line: null,
    column: null,
    traceback: `${name}: ${message}`,
  });
  switch (limit) {
    case 'time':
      return error('TimeLimit', `The code was stopped after ${limits.wall_seconds} seconds.`);
    case 'cpu':
      return error('ProcessorLimit', `The code was stopped after ${limits.cpu_seconds} seconds of processor time.`);
    case 'memory':
      return error('MemoryLimit', `The code was stopped because it held more than ${Math.round(limits.memory_bytes / 2 ** 20)} MB.`);
    case 'output':
      return error('OutputLimit', `The code was stopped because it wrote more than ${Math.round(limits.stream_bytes / 1024)} kB.`);
    case 'processes':
    case 'disk':
    case null:
      break;
    default:
      limit satisfies never;
  }
  if (report.end?.phase === PHASE_DONE) return null;
  if (report.end?.signal) return error('Killed', `The process was ended by the signal ${report.end.signal}.`);
  return error('Exit', `The process left before its end (exit code ${report.end?.exit_code ?? 'unknown'}), so its variables are unknown.`);
}

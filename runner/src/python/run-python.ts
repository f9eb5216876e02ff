import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { RunOutcome } from '#contract/runs.ts';
import { keepStart } from '#runner/cut-stream.ts';
import type { RunHooks } from '#runner/language-runtime.ts';
import { SandboxFailure } from '#runner/sandbox/explain-failure.ts';
import type { Sandbox, SandboxRun } from '#runner/sandbox/sandbox.ts';
import { WORK_FOLDER, type Bind } from '#runner/sandbox/bubblewrap-arguments.ts';
import type { PreparedPython } from './prepare-python.ts';
import { toOutcome, type EndedFromOutside } from './outcome.ts';
import { readReport } from './report.ts';

/** What of a request concerns the language. */
type PythonRequest = Pick<RunnerRunRequest, 'language' | 'preamble' | 'code' | 'values' | 'limits' | 'sql' | 'checks'>;

const PROGRAM_FOLDER = '/opt/lessonwright/python';
const MATPLOTLIB_FOLDER = '/tmp/.matplotlib';
/** Until the program inside says that it is there. */
const START_MS = 30_000;
/** Beyond the time limit, in case that the supervisor, which keeps it and then waits nine seconds at most, was stopped. */
const END_MS = 11_000;
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
  userId: number,
  python: PreparedPython,
  request: PythonRequest,
  files: { modules: string; settings: readonly Bind[]; work: readonly Bind[] },
  hooks: RunHooks,
): Promise<{ outcome: RunOutcome; isStopped: boolean }> {
  const startedAt = performance.now();
  const { limits } = request;
  const run = await sandbox.start(userId, sandboxRun(python, request, files));
  let ended: EndedFromOutside | null = null;
  const end = (why: EndedFromOutside) => {
    ended ??= why;
    run.kill();
  };
  const stop = () => end('by stop');
  hooks.signal.addEventListener('abort', stop, { once: true });
  if (hooks.signal.aborted) stop();
  let backstop = setTimeout(() => end('by backstop'), START_MS);
  let isReady = false;
  const onReport = () => {
    if (isReady) return;
    isReady = true;
    clearTimeout(backstop);
    backstop = setTimeout(() => end('by backstop'), limits.wall_seconds * 1000 + END_MS);
  };
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
      keepStart(run.report, limits.result_bytes + REPORT_EXTRA, onReport, () => end('by output')),
      run.ended,
    ]);
    const report = readReport(written);
    if (!report.isReady && ended === null && !exit.isOutOfMemory) throw new SandboxFailure(stderr.text);
    const duration_ms = Math.round(performance.now() - startedAt);
    const outcome = toOutcome({ stdout, stderr, report, ended, isOutOfMemory: exit.isOutOfMemory, limits, duration_ms });
    return { outcome, isStopped: ended === 'by stop' };
  } finally {
    hooks.signal.removeEventListener('abort', stop);
    clearTimeout(backstop);
  }
}

function sandboxRun(
  python: PreparedPython,
  request: PythonRequest,
  files: { modules: string; settings: readonly Bind[]; work: readonly Bind[] },
): SandboxRun {
  const { language, preamble, code, values, limits, sql, checks } = request;
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
    input: JSON.stringify({ language, preamble, code, values, limits, sql, checks }),
  };
}

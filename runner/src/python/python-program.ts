import { dirname } from 'node:path';
import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import { WORK_FOLDER, type Bind } from '#runner/sandbox/bubblewrap-arguments.ts';
import type { SandboxRun } from '#runner/sandbox/sandbox.ts';
import type { Workshop } from '#runner/workshop.ts';
import { interpreterBinds } from './interpreters.ts';
import type { PreparedPython } from './prepare-python.ts';

/** What of a request the program inside reads; the same in a sandbox of its own and in a warm slot. */
export type PythonRequest = Pick<
  RunnerRunRequest,
  'language' | 'preamble' | 'code' | 'values' | 'limits' | 'sql' | 'checks' | 'wants_files'
>;

/** What a language that goes through Python adds to the sandbox of a run. */
export interface Extras {
  readonly binds: readonly Bind[];
  /** Folders outside the runner's own that `binds` lead into. */
  readonly reads: readonly string[];
  /** Environment variables; they win over the program's own. */
  readonly environment: Readonly<Record<string, string>>;
}

export const PROGRAM_FOLDER = '/opt/lessonwright/python';
const MATPLOTLIB_FOLDER = '/tmp/.matplotlib';

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';
/** The environment variables of a base interpreter. */
export const PYTHON_ENVIRONMENT = {
  PATH: SYSTEM_PATH,
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

/** The same for any interpreter: its own programs are found first. */
export function pythonEnvironment(python: PreparedPython): Record<string, string> {
  const own = dirname(python.path);
  return { ...PYTHON_ENVIRONMENT, PATH: own.startsWith('/usr/') ? SYSTEM_PATH : `${own}:${SYSTEM_PATH}` };
}

/** What every Python inside finds in its places. */
export function pythonBinds(python: PreparedPython, workshop: Pick<Workshop, 'pythonModules' | 'settings'>): Bind[] {
  return [
    ...workshop.settings,
    { source: workshop.pythonModules, target: PROGRAM_FOLDER },
    ...interpreterBinds(python),
    ...python.fontLists.map((source) => ({ source, target: `${MATPLOTLIB_FOLDER}/${source.split('/').at(-1)}` })),
  ];
}

/** What the program inside reads: `sealed` is kept from the process in which the learner's code runs. */
export interface ProgramInput {
  readonly open: Readonly<Record<string, unknown>>;
  readonly sealed: RunnerRunRequest['checks'];
}

export function programInput(request: PythonRequest): ProgramInput {
  const { language, preamble, code, values, limits, sql, checks, wants_files } = request;
  return { open: { language, preamble, code, values, limits, sql, wants_files, has_checks: checks !== null }, sealed: checks };
}

/** As lessonwright_run/sealed.py reads it. */
export function programBytes({ open, sealed }: ProgramInput): Buffer {
  const parts = [open, sealed].map((part) => Buffer.from(JSON.stringify(part)));
  const header = parts.map(({ length }) => length.toString(16).padStart(8, '0')).join('');
  return Buffer.concat([Buffer.from(header), ...parts]);
}

/** One run in a sandbox of its own. @param work files of the work folder. */
export function oneShot(
  python: PreparedPython,
  workshop: Pick<Workshop, 'pythonModules' | 'settings'>,
  request: PythonRequest,
  work: readonly Bind[],
  extras: Extras | null,
): SandboxRun {
  return {
    command: [python.path, `${PROGRAM_FOLDER}/main.py`],
    environment: { ...pythonEnvironment(python), ...extras?.environment },
    binds: [...pythonBinds(python, workshop), ...(extras?.binds ?? []), ...work],
    reads: [...python.folders, ...(extras?.reads ?? [])],
    limits: request.limits,
    input: programBytes(programInput(request)),
    isFirstProcess: true,
  };
}

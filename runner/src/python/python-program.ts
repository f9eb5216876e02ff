import { dirname } from 'node:path';
import type { RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import type { RunnerFolders } from '../runner-folders.ts';
import { WORK_FOLDER, type Bind } from '../sandbox/bubblewrap-arguments.ts';
import type { SandboxRun } from '../sandbox/sandbox.ts';
import { interpreterBinds } from './interpreters.ts';
import type { PreparedPython } from './prepare-python.ts';

/** The part of a request that the program inside reads; the same for its own sandbox and a warm slot. */
export type PythonRequest = Pick<
  RunnerRunRequest,
  | 'language'
  | 'earlier'
  | 'setup'
  | 'preamble'
  | 'code'
  | 'input'
  | 'values'
  | 'compared'
  | 'limits'
  | 'sql'
  | 'checks'
  | 'wants_files'
  | 'shows_last_value'
  | 'circumstances'
>;

/** What a language that runs through Python adds to the sandbox. */
export interface Extras {
  readonly binds: readonly Bind[];
  /** Folders outside the runner's own that `binds` refer to. */
  readonly reads: readonly string[];
  /** Environment variables; they override the program's own. */
  readonly environment: Readonly<Record<string, string>>;
}

export const PROGRAM_FOLDER = '/opt/lessonwright/python';
const MATPLOTLIB_FOLDER = '/tmp/.matplotlib';

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';
/** Environment variables of a base interpreter. */
export const PYTHON_ENVIRONMENT = {
  PATH: SYSTEM_PATH,
  HOME: WORK_FOLDER,
  TMPDIR: '/tmp',
  XDG_CACHE_HOME: '/tmp/.cache',
  LANG: 'C.UTF-8',
  // A fixed hash seed keeps the order of sets, so that recorded outputs can be reproduced.
  PYTHONHASHSEED: '0',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUTF8: '1',
  MPLBACKEND: 'module://lessonwright_run.figure_backend',
  MPLCONFIGDIR: MATPLOTLIB_FOLDER,
  // Threads of numeric libraries count as processes, and with two processors more of them don't help.
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
  MKL_NUM_THREADS: '1',
  NUMEXPR_MAX_THREADS: '1',
};

/** The same for any interpreter, with our own programs first on the path. */
export function pythonEnvironment(python: PreparedPython): Record<string, string> {
  const own = dirname(python.path);
  return { ...PYTHON_ENVIRONMENT, PATH: own.startsWith('/usr/') ? SYSTEM_PATH : `${own}:${SYSTEM_PATH}` };
}

/** Binds that every Python inside needs. */
export function pythonBinds(python: PreparedPython, folders: Pick<RunnerFolders, 'pythonModules' | 'settings'>): Bind[] {
  return [
    ...folders.settings,
    { source: folders.pythonModules, target: PROGRAM_FOLDER },
    ...interpreterBinds(python),
    ...python.fontLists.map((source) => ({ source, target: `${MATPLOTLIB_FOLDER}/${source.split('/').at(-1)}` })),
  ];
}

/** Input of the program inside. `sealed` is withheld from the process that runs the learner's code. */
export interface ProgramInput {
  readonly open: Readonly<Record<string, unknown>>;
  readonly sealed: RunnerRunRequest['checks'];
}

export function programInput(request: PythonRequest): ProgramInput {
  const { checks, language, earlier, setup, preamble, code, input, values, compared, limits, sql, circumstances } = request;
  const { wants_files, shows_last_value } = request;
  const shown = { wants_files, shows_last_value, has_checks: checks !== null };
  const open = { language, earlier, setup, preamble, code, input, values, compared, limits, sql, circumstances, ...shown };
  return { open, sealed: checks };
}

/** Encodes the input for lessonwright_run/sealed.py. */
export function programBytes({ open, sealed }: ProgramInput): Buffer {
  const parts = [open, sealed].map((part) => Buffer.from(JSON.stringify(part)));
  const header = parts.map(({ length }) => length.toString(16).padStart(8, '0')).join('');
  return Buffer.concat([Buffer.from(header), ...parts]);
}

/** An interpreter has its hash seed from its start. */
function seedOf({ circumstances }: PythonRequest): Record<string, string> {
  const seed = circumstances?.hash_seed ?? null;
  return seed === null ? {} : { PYTHONHASHSEED: String(seed) };
}

/**
 * Starts one run in its own sandbox.
 * @param work files of the work folder
 */
export function oneShot(
  python: PreparedPython,
  folders: Pick<RunnerFolders, 'pythonModules' | 'settings'>,
  request: PythonRequest,
  work: readonly Bind[],
  extras: Extras | null,
): SandboxRun {
  return {
    command: [python.path, `${PROGRAM_FOLDER}/main.py`],
    environment: { ...pythonEnvironment(python), ...extras?.environment, ...seedOf(request) },
    binds: [...pythonBinds(python, folders), ...(extras?.binds ?? []), ...work],
    reads: [...python.folders, ...(extras?.reads ?? [])],
    limits: request.limits,
    input: programBytes(programInput(request)),
    isFirstProcess: true,
  };
}

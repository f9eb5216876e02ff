import type { RunLimits } from '#platform/contract/runner-protocol.ts';
import type { PreparedPython } from '../python/prepare-python.ts';
import { PROGRAM_FOLDER, pythonBinds, pythonEnvironment } from '../python/python-program.ts';
import type { RunnerFolders } from '../runner-folders.ts';
import { WORK_FOLDER, type Bind } from '../sandbox/bubblewrap-arguments.ts';
import type { SandboxRun } from '../sandbox/sandbox.ts';

/** What a session is made of. */
export interface SessionOptions {
  readonly python: PreparedPython;
  readonly runnerFolders: Pick<RunnerFolders, 'pythonModules' | 'settings'>;
  /** Files of the lesson, by plain name. */
  readonly files: readonly { readonly name: string; readonly source: string }[];
  /** Dataset folders, read-only in the work folder. */
  readonly folders: readonly Bind[];
  /** The lesson's files can be changed inside, so they are copied into the work folder instead of bound. */
  readonly isProject: boolean;
  /** False: only applications. */
  readonly hasInterpreter: boolean;
  readonly limits: RunLimits;
  readonly totalSeconds: number;
  /** What `PACKAGES_FOLDER` contains for programs of another language; null: nothing. */
  readonly packages: string | null;
  readonly environment: Readonly<Record<string, string>>;
}

const PROJECT_FOLDER = '/opt/lessonwright/files';
/** Where programs of a session find the packages of a lesson that isn't in Python. */
export const PACKAGES_FOLDER = '/opt/packages';
/** Processors that a session may use continuously. */
const PROCESSORS = 4;

/**
 * Describes the sandbox of a session (runner/languages/python/lessonwright_run/session_host.py), which the runner calls at
 * `socketPath`.
 */
export function sessionSandbox(options: SessionOptions, socketPath: string): SandboxRun {
  const { python, runnerFolders, files, folders, isProject, hasInterpreter, limits, totalSeconds, packages } = options;
  const filesAt = isProject ? PROJECT_FOLDER : WORK_FOLDER;
  return {
    prefix: [python.host, '-I', `${runnerFolders.pythonModules}/session_listen.py`, socketPath],
    command: [python.path, `${PROGRAM_FOLDER}/session_main.py`],
    environment: { ...pythonEnvironment(python), ...options.environment },
    isFirstProcess: true,
    binds: [
      ...pythonBinds(python, runnerFolders),
      ...(packages === null ? [] : [{ source: packages, target: PACKAGES_FOLDER }]),
      ...files.map(({ name, source }) => ({ source, target: `${filesAt}/${name}` })),
      ...folders,
    ],
    reads: python.folders,
    limits,
    sockets: 'loopback',
    input: JSON.stringify({ limits, has_interpreter: hasInterpreter, total_cpu_seconds: Math.ceil(totalSeconds * PROCESSORS) }),
  };
}

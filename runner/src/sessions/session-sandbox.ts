import type { RunLimits } from '#contract/runner-protocol.ts';
import type { PreparedPython } from '#runner/python/prepare-python.ts';
import { PROGRAM_FOLDER, pythonBinds, pythonEnvironment } from '#runner/python/python-program.ts';
import { WORK_FOLDER, type Bind } from '#runner/sandbox/bubblewrap-arguments.ts';
import type { SandboxRun } from '#runner/sandbox/sandbox.ts';
import type { Workshop } from '#runner/workshop.ts';

/** What a session is made of. */
export interface SessionParts {
  readonly python: PreparedPython;
  readonly workshop: Pick<Workshop, 'pythonModules' | 'settings'>;
  /** Files of the lesson, by plain name. */
  readonly files: readonly { readonly name: string; readonly source: string }[];
  /** Of datasets: read only in the work folder. */
  readonly folders: readonly Bind[];
  /** The files may be changed inside: they are copied into the work folder, not bound there. */
  readonly isProject: boolean;
  /** False: for applications alone. */
  readonly hasInterpreter: boolean;
  readonly limits: RunLimits;
  readonly totalSeconds: number;
  /** What another language's programs find in `PACKAGES_FOLDER`; null: nothing. */
  readonly packages: string | null;
  readonly environment: Readonly<Record<string, string>>;
}

const PROJECT_FOLDER = '/opt/lessonwright/files';
/** Where programs of a session find the packages of a lesson that is not in Python. */
export const PACKAGES_FOLDER = '/opt/packages';
/** Processors that a session may use all the time. */
const PROCESSORS = 4;

/** The sandbox of a session (runner/languages/python/lessonwright_run/session_host.py), which the runner calls at `socketPath`. */
export function sessionSandbox(parts: SessionParts, socketPath: string): SandboxRun {
  const { python, workshop, files, folders, isProject, hasInterpreter, limits, totalSeconds, packages } = parts;
  const filesAt = isProject ? PROJECT_FOLDER : WORK_FOLDER;
  return {
    prefix: [python.host, '-I', `${workshop.pythonModules}/session_listen.py`, socketPath],
    command: [python.path, `${PROGRAM_FOLDER}/session_main.py`],
    environment: { ...pythonEnvironment(python), ...parts.environment },
    isFirstProcess: true,
    binds: [
      ...pythonBinds(python, workshop),
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

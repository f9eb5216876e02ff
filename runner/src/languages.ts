import type { RunnerHealth, RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { RunOutcome } from '#contract/runs.ts';
import type { BlobCache } from './blob-cache.ts';
import { missingPython } from './python/interpreters.ts';
import type { PreparedPython } from './python/prepare-python.ts';
import { runPython, type RunHooks } from './python/run-python.ts';
import { WORK_FOLDER } from './sandbox/bubblewrap-arguments.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { Workshop } from './workshop.ts';

/** A run that this runner cannot do; the message is for people. */
export class CannotRunError extends Error {}

interface Equipment {
  readonly sandbox: Sandbox;
  readonly workshop: Workshop;
  readonly blobs: BlobCache;
  /** Newest version first. */
  readonly pythons: readonly PreparedPython[];
}

const NO_RUNNER = 'No runner is available for this lesson';
const NO_PYTHON = 'No Python 3.8 or later is installed on this machine. Add it with "apt install python3" and restart the runner.';

/** What can run here, for `/health`. */
export function languagesHere(pythons: readonly PreparedPython[]): RunnerHealth['languages'] {
  const absent = { available: false, versions: [], reason: NO_RUNNER };
  const hasPython = pythons.length > 0;
  return {
    python: { available: hasPython, versions: pythons.map(({ version }) => version), reason: hasPython ? null : NO_PYTHON },
    r: absent,
    sql: absent,
    cli: absent,
  };
}

/**
 * A request as something that can be started in a slot.
 * @throws CannotRunError for a language, version or need that is not to be had here.
 */
export function plan(
  request: RunnerRunRequest,
  equipment: Equipment,
): (slot: number, hooks: RunHooks) => Promise<{ outcome: RunOutcome; isStopped: boolean }> {
  const [requirement] = request.requirements;
  if (requirement !== undefined) throw new CannotRunError(`${NO_RUNNER}: it needs ${requirement}.`);
  if (request.language !== 'python') throw new CannotRunError(NO_RUNNER);
  if (request.environment !== null) throw new CannotRunError('The packages of this lesson are not installed on this runner.');
  const python = choosePython(request.language_version, equipment.pythons);
  const { workshop, blobs } = equipment;
  const work = request.files.map(({ name, sha256 }) => ({ source: blobs.path(sha256), target: `${WORK_FOLDER}/${name}` }));
  const files = { modules: workshop.pythonModules, settings: workshop.settings, work };
  return (slot, hooks) => runPython(equipment.sandbox, slot, python, request, files, hooks);
}

/** Without a wish: the newest one that has pandas, else the newest. */
function choosePython(version: string | null, pythons: readonly PreparedPython[]): PreparedPython {
  const chosen =
    version === null ? (pythons.find(({ hasPandas }) => hasPandas) ?? pythons[0]) : pythons.find((python) => python.version === version);
  if (!chosen) throw new CannotRunError(version === null ? NO_PYTHON : missingPython(version, pythons));
  return chosen;
}

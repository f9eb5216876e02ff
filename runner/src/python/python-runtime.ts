import { CannotRunError, type Equipment, type LanguageRuntime } from '#runner/language-runtime.ts';
import { WORK_FOLDER } from '#runner/sandbox/bubblewrap-arguments.ts';
import { findInterpreters, missingPython } from './interpreters.ts';
import { preparePython, type PreparedPython } from './prepare-python.ts';
import { runPython } from './run-python.ts';

/** Python, which other languages of the runner lean on. */
export interface PythonRuntime extends LanguageRuntime {
  /** The interpreters of this machine, newest version first. */
  readonly interpreters: readonly PreparedPython[];
}

const NO_PYTHON = 'No Python 3.8 or later is installed on this machine. Add it with "apt install python3" and restart the runner.';

/** Finds and prepares the Pythons of this machine. */
export async function openPython(equipment: Equipment): Promise<PythonRuntime> {
  const { settings, workshop, blobs, sandbox, userIds } = equipment;
  const found = await findInterpreters(settings.pythons);
  const interpreters = await Promise.all(
    found.map((python) => preparePython(python, { modules: workshop.pythonModules, caches: workshop.caches })),
  );
  const hasPython = interpreters.length > 0;
  return {
    interpreters,
    health: {
      available: hasPython,
      versions: interpreters.map(({ version }) => version),
      reason: hasPython ? null : NO_PYTHON,
    },
    slots: [],
    plan: (request) => {
      if (request.environment !== null) throw new CannotRunError('The packages of this lesson are not installed on this runner.');
      const python = choosePython(request.language_version, interpreters);
      const work = request.files.map(({ name, sha256 }) => ({ source: blobs.path(sha256), target: `${WORK_FOLDER}/${name}` }));
      const files = { modules: workshop.pythonModules, settings: workshop.settings, work };
      return async (hooks) => {
        const userId = userIds.take();
        try {
          return await runPython(sandbox, userId, python, request, files, hooks);
        } finally {
          userIds.release(userId);
        }
      };
    },
    close: async () => undefined,
  };
}

/** Without a wish: the newest one that has pandas, else the newest. */
function choosePython(version: string | null, pythons: readonly PreparedPython[]): PreparedPython {
  const chosen =
    version === null ? (pythons.find(({ hasPandas }) => hasPandas) ?? pythons[0]) : pythons.find((python) => python.version === version);
  if (!chosen) throw new CannotRunError(version === null ? NO_PYTHON : missingPython(version, pythons));
  return chosen;
}

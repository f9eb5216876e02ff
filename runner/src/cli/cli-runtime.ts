import { CannotRunError, NO_RUNNER, type Equipment, type LanguageRuntime } from '#runner/language-runtime.ts';
import type { PythonRuntime } from '#runner/python/python-runtime.ts';

/** Shell scripts of command-line lessons. */
export async function openCli(_equipment: Equipment, _python: PythonRuntime): Promise<LanguageRuntime> {
  return {
    health: { available: false, versions: [], reason: NO_RUNNER },
    slots: [],
    plan: () => {
      throw new CannotRunError(NO_RUNNER);
    },
    close: async () => undefined,
  };
}

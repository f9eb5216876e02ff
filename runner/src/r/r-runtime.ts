import { CannotRunError, NO_RUNNER, type Equipment, type LanguageRuntime } from '#runner/language-runtime.ts';

/** R, if this machine has it. */
export async function openR(_equipment: Equipment): Promise<LanguageRuntime> {
  return {
    health: { available: false, versions: [], reason: NO_RUNNER },
    slots: [],
    plan: () => {
      throw new CannotRunError(NO_RUNNER);
    },
    close: async () => undefined,
  };
}

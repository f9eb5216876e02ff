import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import { CannotRunError } from '#runner/cannot-run.ts';
import type { Equipment, RunHooks } from '#runner/language-runtime.ts';
import type { PreparedPython } from './prepare-python.ts';

type Hooks = Pick<RunHooks, 'onPreparing' | 'signal'>;

/**
 * The interpreters of installed environments. They are described by who built them and never asked themselves: a package may
 * bring lines that run as soon as its Python starts, so that this happens in sandboxes only.
 */
export class EnvironmentPythons {
  readonly #equipment: Equipment;

  constructor(equipment: Equipment) {
    this.#equipment = equipment;
  }

  /**
   * The interpreter of an environment; the environment is built first when it is not here.
   * @throws CannotRunError when it cannot be had.
   */
  async get(ref: NonNullable<RunnerRunRequest['environment']>, hooks: Hooks): Promise<PreparedPython> {
    const { python } = await this.#equipment.environments.get(ref, hooks.onPreparing, hooks.signal);
    if (!python) throw new CannotRunError('The packages of this lesson were built for another language or Python. Build them again.');
    return python;
  }

  /** An interpreter of the machine, or one like it with numpy, pandas and matplotlib where it lacks them and they can be had. */
  async withBasePackages(python: PreparedPython, hooks: Hooks): Promise<PreparedPython> {
    return (await this.#equipment.environments.base(python, hooks.onPreparing, hooks.signal))?.python ?? python;
  }
}

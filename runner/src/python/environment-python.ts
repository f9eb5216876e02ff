import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import { CannotRunError } from '#runner/cannot-run.ts';
import type { RuntimeDeps, RunHooks } from '#runner/language-runtime.ts';
import type { PreparedPython } from './prepare-python.ts';

type Hooks = Pick<RunHooks, 'onPreparing' | 'signal'>;

/**
 * Interpreters of installed environments. Their description comes from the build: asking the interpreter would run it, and a
 * package may run code as soon as Python starts. That is allowed only in sandboxes.
 */
export class EnvironmentPythons {
  readonly #deps: RuntimeDeps;

  constructor(deps: RuntimeDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the interpreter of an environment, which is built first if necessary.
   * @throws CannotRunError if it can't be built
   */
  async get(ref: NonNullable<RunnerRunRequest['environment']>, hooks: Hooks): Promise<PreparedPython> {
    const { python } = await this.#deps.environments.get(ref, hooks.onPreparing, hooks.signal);
    if (!python) throw new CannotRunError('The packages of this lesson were built for another language or Python. Build them again.');
    return python;
  }

  /**
   * Returns the interpreter itself, or its equivalent with numpy, pandas and matplotlib if it lacks them and they can be
   * installed.
   */
  async withBasePackages(python: PreparedPython, hooks: Hooks): Promise<PreparedPython> {
    return (await this.#deps.environments.base(python, hooks.onPreparing, hooks.signal))?.python ?? python;
  }
}

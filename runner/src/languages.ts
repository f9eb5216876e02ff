import type { RunnerHealth, RunnerRunRequest } from '#contract/runner-protocol.ts';
import { openCli } from './cli/cli-runtime.ts';
import { CannotRunError, NO_RUNNER } from './cannot-run.ts';
import type { RuntimeDeps, LanguageRuntime, Work } from './language-runtime.ts';
import type { PreparedPython } from './python/prepare-python.ts';
import { openPython, type PythonRuntime } from './python/python-runtime.ts';
import { openR } from './r/r-runtime.ts';
import { openSql } from './sql/sql-runtime.ts';

type Runtimes = Readonly<Record<keyof RunnerHealth['languages'], LanguageRuntime>> & { readonly python: PythonRuntime };

/** The languages of this runner, with what this machine offers for each. */
export class Languages {
  readonly #runtimes: Runtimes;
  /** Requirements beyond a language that this runner meets. */
  readonly #requirements: readonly string[];

  readonly #pythons: readonly PreparedPython[];

  private constructor(runtimes: Runtimes, pythons: readonly PreparedPython[], requirements: readonly string[]) {
    this.#runtimes = runtimes;
    this.#pythons = pythons;
    this.#requirements = requirements;
  }

  static async open(deps: RuntimeDeps): Promise<Languages> {
    const python = await openPython(deps);
    const [r, sql, cli] = await Promise.all([openR(deps, python), openSql(deps, python), openCli(deps, python)]);
    return new Languages({ python, r, sql, cli }, python.interpreters.toSorted(byPandas), deps.settings.offers);
  }

  /** The Pythons of this machine, the one for our own programs first. */
  get pythons(): readonly PreparedPython[] {
    return this.#pythons;
  }

  get health(): RunnerHealth['languages'] {
    const { python, r, sql, cli } = this.#runtimes;
    return { python: python.health, r: r.health, sql: sql.health, cli: cli.health };
  }

  get slots(): RunnerHealth['slots'] {
    return Object.values(this.#runtimes).flatMap((runtime) => [...runtime.slots]);
  }

  /** Python, which sessions also use. */
  get python(): PythonRuntime {
    return this.#runtimes.python;
  }

  /** @throws CannotRunError for a requirement that this runner doesn't meet */
  requireOffered(requirements: readonly string[]): void {
    const missing = requirements.find((requirement) => !this.#requirements.includes(requirement));
    if (missing !== undefined) throw new CannotRunError(`${NO_RUNNER}: it needs ${missing}.`);
  }

  /**
   * Prepares a request for execution.
   * @throws CannotRunError for a language, version or requirement that this runner doesn't offer
   */
  plan(request: RunnerRunRequest): Work {
    this.requireOffered(request.requirements);
    return this.#runtimes[request.language].plan(request);
  }

  /** Ends warm processes. All runs have ended by then. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#runtimes).map((runtime) => runtime.close()));
  }
}

/** Order for requests without a version: those with pandas first. */
function byPandas(one: PreparedPython, other: PreparedPython): number {
  return Number(other.hasPandas) - Number(one.hasPandas);
}

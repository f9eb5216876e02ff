import type { RunnerHealth, RunnerRunRequest } from '#contract/runner-protocol.ts';
import { openCli } from './cli/cli-runtime.ts';
import { CannotRunError, NO_RUNNER } from './cannot-run.ts';
import type { Equipment, LanguageRuntime, Work } from './language-runtime.ts';
import type { PreparedPython } from './python/prepare-python.ts';
import { openPython, type PythonRuntime } from './python/python-runtime.ts';
import { openR } from './r/r-runtime.ts';
import { openSql } from './sql/sql-runtime.ts';

type Runtimes = Readonly<Record<keyof RunnerHealth['languages'], LanguageRuntime>> & { readonly python: PythonRuntime };

/** The languages of this runner, each with what this machine has for it. */
export class Languages {
  readonly #runtimes: Runtimes;
  /** What lessons may need beyond a language, and this runner offers. */
  readonly #requirements: readonly string[];

  readonly #pythons: readonly PreparedPython[];

  private constructor(runtimes: Runtimes, pythons: readonly PreparedPython[], requirements: readonly string[]) {
    this.#runtimes = runtimes;
    this.#pythons = pythons;
    this.#requirements = requirements;
  }

  static async open(equipment: Equipment): Promise<Languages> {
    const python = await openPython(equipment);
    const [r, sql, cli] = await Promise.all([openR(equipment, python), openSql(equipment, python), openCli(equipment, python)]);
    return new Languages({ python, r, sql, cli }, python.interpreters.toSorted(byPandas), equipment.settings.offers);
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

  /** Python, on which sessions stand as well. */
  get python(): PythonRuntime {
    return this.#runtimes.python;
  }

  /** @throws CannotRunError for a need that is not met here. */
  requireOffered(requirements: readonly string[]): void {
    const missing = requirements.find((requirement) => !this.#requirements.includes(requirement));
    if (missing !== undefined) throw new CannotRunError(`${NO_RUNNER}: it needs ${missing}.`);
  }

  /**
   * A request as something that can be started.
   * @throws CannotRunError for a language, version or need that is not to be had here.
   */
  plan(request: RunnerRunRequest): Work {
    this.requireOffered(request.requirements);
    return this.#runtimes[request.language].plan(request);
  }

  /** Ends what waits warm; runs have ended before. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#runtimes).map((runtime) => runtime.close()));
  }
}

/** As where no version is asked for: those with pandas first. */
function byPandas(one: PreparedPython, other: PreparedPython): number {
  return Number(other.hasPandas) - Number(one.hasPandas);
}

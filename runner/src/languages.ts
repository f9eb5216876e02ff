import type { RunnerHealth, RunnerRunRequest } from '#contract/runner-protocol.ts';
import { openCli } from './cli/cli-runtime.ts';
import { CannotRunError, NO_RUNNER, type Equipment, type LanguageRuntime, type Work } from './language-runtime.ts';
import { openPython } from './python/python-runtime.ts';
import { openR } from './r/r-runtime.ts';
import { openSql } from './sql/sql-runtime.ts';

type Runtimes = Readonly<Record<keyof RunnerHealth['languages'], LanguageRuntime>>;

/** The languages of this runner, each with what this machine has for it. */
export class Languages {
  readonly #runtimes: Runtimes;
  /** What lessons may need beyond a language, and this runner offers. */
  readonly #requirements: readonly string[];

  private constructor(runtimes: Runtimes, requirements: readonly string[]) {
    this.#runtimes = runtimes;
    this.#requirements = requirements;
  }

  static async open(equipment: Equipment): Promise<Languages> {
    const python = await openPython(equipment);
    const [r, sql, cli] = await Promise.all([openR(equipment), openSql(equipment, python), openCli(equipment, python)]);
    return new Languages({ python, r, sql, cli }, equipment.settings.offers);
  }

  get health(): RunnerHealth['languages'] {
    const { python, r, sql, cli } = this.#runtimes;
    return { python: python.health, r: r.health, sql: sql.health, cli: cli.health };
  }

  get slots(): RunnerHealth['slots'] {
    return Object.values(this.#runtimes).flatMap((runtime) => [...runtime.slots]);
  }

  /**
   * A request as something that can be started.
   * @throws CannotRunError for a language, version or need that is not to be had here.
   */
  plan(request: RunnerRunRequest): Work {
    const missing = request.requirements.find((requirement) => !this.#requirements.includes(requirement));
    if (missing !== undefined) throw new CannotRunError(`${NO_RUNNER}: it needs ${missing}.`);
    return this.#runtimes[request.language].plan(request);
  }

  /** Ends what waits warm; runs have ended before. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#runtimes).map((runtime) => runtime.close()));
  }
}

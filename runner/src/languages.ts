/** The languages of this runner, and which of them runs a request. */

import type { Language } from '#platform/contract/languages.ts';
import { eachLanguage, type RunnerHealth, type RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { CannotRunError, NO_RUNNER } from './cannot-run.ts';
import { openCli } from './cli/cli-runtime.ts';
import type { RuntimeDeps, LanguageRuntime, Work } from './language-runtime.ts';
import type { PreparedPython } from './python/prepare-python.ts';
import { openPython, type PythonRuntime } from './python/python-runtime.ts';
import { openR } from './r/r-runtime.ts';
import { openSql } from './sql/sql-runtime.ts';

/** What runs each language. Python comes first: it also runs the programs that the others need. */
const OPENERS: Readonly<Record<Exclude<Language, 'python'>, (deps: RuntimeDeps, python: PythonRuntime) => Promise<LanguageRuntime>>> = {
  r: openR,
  sql: openSql,
  cli: openCli,
};

type Runtimes = Readonly<Record<Language, LanguageRuntime>>;

/** The languages of this runner, with what this machine offers for each. */
export class Languages {
  readonly #runtimes: Runtimes;
  /** Python, which hosts sessions too. */
  readonly python: PythonRuntime;
  /** What lessons may need beyond a language, and this runner offers. */
  readonly #requirements: readonly string[];
  /** The Pythons of this machine, the one for our own programs first. */
  readonly pythons: readonly PreparedPython[];

  private constructor(runtimes: Runtimes, python: PythonRuntime, requirements: readonly string[]) {
    this.#runtimes = runtimes;
    this.python = python;
    this.pythons = python.interpreters.toSorted(byPandas);
    this.#requirements = requirements;
  }

  static async open(deps: RuntimeDeps): Promise<Languages> {
    const python = await openPython(deps);
    const others = Object.entries(OPENERS).map(async ([language, open]) => [language, await open(deps, python)] as const);
    const opened: ReadonlyMap<string, LanguageRuntime> = new Map(await Promise.all(others));
    return new Languages(
      eachLanguage((language) => opened.get(language) ?? python),
      python,
      deps.settings.offers,
    );
  }

  get health(): RunnerHealth['languages'] {
    return eachLanguage((language) => this.#runtimes[language].health);
  }

  get slots(): RunnerHealth['slots'] {
    return Object.values(this.#runtimes).flatMap((runtime) => [...runtime.slots]);
  }

  runtimeOf(language: Language): LanguageRuntime {
    return this.#runtimes[language];
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

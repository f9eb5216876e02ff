import { CannotRunError, NO_RUNNER } from '../cannot-run.ts';
import type { RuntimeDeps, LanguageRuntime } from '../language-runtime.ts';
import type { PythonRuntime } from '../python/python-runtime.ts';
import { Postgres } from './postgres.ts';

/** SQL: SQLite in a Python of this machine, PostgreSQL as PGlite. */
export async function openSql(deps: RuntimeDeps, python: PythonRuntime): Promise<LanguageRuntime> {
  const postgres = new Postgres(deps, python);
  const { available, reason } = python.health;
  return {
    health: { available, versions: [], builds: {}, reason: available ? null : `SQL runs in Python's SQLite. ${reason ?? ''}`.trim() },
    get slots() {
      return postgres.slots;
    },
    plan: (request) => {
      if (request.sql === null) throw new CannotRunError(`${NO_RUNNER}: the request does not name a database.`);
      if (request.sql.engine === 'postgres') return postgres.plan(request, request.sql);
      // A SQL lesson's version says nothing about the Python that runs it.
      return python.plan({ ...request, language_version: null, environment: null });
    },
    application: null,
    close: () => postgres.close(),
  };
}

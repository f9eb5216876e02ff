import { CannotRunError, NO_RUNNER } from '#runner/cannot-run.ts';
import type { Equipment, LanguageRuntime } from '#runner/language-runtime.ts';
import type { PythonRuntime } from '#runner/python/python-runtime.ts';
import { Postgres } from './postgres.ts';

/** SQL: SQLite in a Python of this machine, PostgreSQL as PGlite. */
export async function openSql(equipment: Equipment, python: PythonRuntime): Promise<LanguageRuntime> {
  const postgres = new Postgres(equipment, python);
  const { available, reason } = python.health;
  return {
    health: { available, versions: [], reason: available ? null : `SQL runs in Python's SQLite. ${reason ?? ''}`.trim() },
    get slots() {
      return postgres.slots;
    },
    plan: (request) => {
      if (request.sql === null) throw new CannotRunError(`${NO_RUNNER}: the request does not say which database it needs.`);
      if (request.sql.engine === 'postgres') return postgres.plan(request, request.sql);
      // The version of a lesson is none of the Python that serves it.
      return python.plan({ ...request, language_version: null, environment: null });
    },
    application: null,
    close: () => postgres.close(),
  };
}

import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { RunHooks } from '#runner/language-runtime.ts';
import type { PythonRuntime } from '#runner/python/python-runtime.ts';
import type { PostgresRun } from './run-postgres.ts';

type Settings = NonNullable<RunnerRunRequest['sql']>;

/** What the Python program reads instead of querying a database; see lessonwright_run/sql_recorded.py. */
interface RecordedResults {
  readonly statements: readonly { code: string; line: number; text: string | null; is_cut: boolean }[];
  readonly error: object | null;
  readonly answer: { text: string; is_cut: boolean; error: string | null };
}

/** Runs the checks of a PostgreSQL run in Python, on the results of submission and answer. */
export async function checkPostgres(
  python: PythonRuntime,
  request: RunnerRunRequest,
  settings: Settings,
  { submission, answer }: { submission: PostgresRun; answer: PostgresRun },
  hooks: RunHooks,
): Promise<PostgresRun> {
  const { error, limit } = submission.outcome;
  const given: RecordedResults = {
    statements: submission.statements.map(({ code, line, text, isCut }) => ({ code, line, text, is_cut: isCut })),
    error: error && { type: 'error', ...error, limit },
    answer: {
      text: answer.outcome.output,
      is_cut: answer.outcome.cut.includes('rows'),
      error: answer.outcome.error?.traceback ?? null,
    },
  };
  const sql: Settings & { readonly given: RecordedResults } = { ...settings, given };
  const work = python.plan({ ...request, language_version: null, environment: null, files: [], preamble: [], sql });
  const { outcome, isStopped } = await work(hooks);
  return { ...submission, outcome: { ...submission.outcome, custom: outcome.custom, legacy: outcome.legacy }, isStopped };
}

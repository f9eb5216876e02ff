import type { Generated } from 'kysely';
import type { RunResult, RunState } from '../contract/runs.ts';
import type { Document, JsonOrNull } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    runs: RunTable;
    interpreters: InterpreterTable;
    run_sessions: RunSessionTable;
  }
}

interface RunTable {
  id: string;
  user_id: number;
  lesson_id: number;
  screen_id: number;
  stream_id: string | null;
  runner_name: string;
  session_id: string;
  state: Generated<RunState>;
  result: JsonOrNull<RunResult>;
  error: string | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
  input: JsonOrNull<Document>;
  starts: Generated<number>;
  server_id: string | null;
}

interface InterpreterTable {
  language: string;
  version: string;
  build: string;
}

interface RunSessionTable {
  id: string;
  user_id: number;
  lesson_id: number;
  program: 'interpreter' | 'jupyterlab';
  runner_name: string;
  path_secret: string;
  created_at: Generated<Date>;
}

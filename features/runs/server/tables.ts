import type { Table } from '#platform/server/database/tables.ts';
import type { RunResult, RunState } from '../contract/runs.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    runs: Table<'runs', { state: RunState; result: RunResult }>;
    interpreters: Table<'interpreters'>;
    run_sessions: Table<'run_sessions', { program: 'interpreter' | 'jupyterlab' }>;
  }
}

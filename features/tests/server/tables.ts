import type { Table } from '#platform/server/database/tables.ts';
import type { TestResult } from '../contract/screen-tests.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    screen_tests: Table<'screen_tests', { status: 'Done' | 'Run Error' | 'Internal Error'; result: TestResult }>;
    screen_gates: Table<'screen_gates', { warnings: string[] }>;
  }
}

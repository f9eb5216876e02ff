import type { Generated, GeneratedAlways } from 'kysely';
import type { TestResult } from '../contract/screen-tests.ts';
import type { JsonOrNull, JsonWithDefault } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    screen_tests: ScreenTestTable;
    screen_gates: ScreenGateTable;
  }
}

interface ScreenTestTable {
  id: GeneratedAlways<number>;
  screen_id: number;
  slug: string;
  status: 'Done' | 'Run Error' | 'Internal Error' | null;
  result: JsonOrNull<TestResult>;
  fingerprint: string | null;
}

interface ScreenGateTable {
  screen_id: number;
  revision: number;
  answer_passes: boolean | null;
  initial_fails: boolean | null;
  warnings: JsonWithDefault<string[]>;
  answer_ms: number | null;
  fingerprint: string | null;
  has_unsettled_rows: Generated<boolean>;
}

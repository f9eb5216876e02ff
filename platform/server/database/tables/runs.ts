import type { TriedAnswers, VersionChange } from '#features/packages/contract.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import type { RunResult, RunState } from '#features/runs/contract/runs.ts';
import type { TestResult } from '#features/tests/contract/screen-tests.ts';
import type { Document, Json, JsonOrNull, JsonWithDefault } from '../column-types.ts';

// Runs of code, tests, and builds of packages.

export interface RunTable {
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

export interface InterpreterTable {
  language: string;
  version: string;
  build: string;
}

export interface RunSessionTable {
  id: string;
  user_id: number;
  lesson_id: number;
  program: 'interpreter' | 'jupyterlab';
  runner_name: string;
  path_secret: string;
  created_at: Generated<Date>;
}

export interface ScreenTestTable {
  id: GeneratedAlways<number>;
  screen_id: number;
  slug: string;
  status: 'Done' | 'Run Error' | 'Internal Error' | null;
  result: JsonOrNull<TestResult>;
  fingerprint: string | null;
}

export interface ScreenGateTable {
  screen_id: number;
  revision: number;
  answer_passes: boolean | null;
  initial_fails: boolean | null;
  warnings: JsonWithDefault<string[]>;
  answer_ms: number | null;
  fingerprint: string | null;
  has_unsettled_rows: Generated<boolean>;
}

export interface CheckTrustTable {
  screen_id: number;
  fingerprint: string;
  report: Json<Document>;
  examined_at: Date;
}

export interface BuildTable {
  id: GeneratedAlways<number>;
  lesson_id: number;
  user_id: number | null;
  environment_hash: string;
  request: JsonOrNull<EnvironmentRequest>;
  state: Generated<'in_progress' | 'built' | 'failed'>;
  log: Generated<string>;
  error: string | null;
  lock: string | null;
  installed: JsonWithDefault<{ name: string; version: string }[]>;
  changed: JsonWithDefault<VersionChange[]>;
  answers: JsonOrNull<TriedAnswers>;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

export interface SharedEnvironmentTable {
  key: string;
  platform: string;
  sha256: string;
  used_at: Generated<Date>;
}

export interface AnnouncedRunnerTable {
  name: string;
  url: string;
  instance: string;
  health: Json<Document>;
  announced_at: Generated<Date>;
}

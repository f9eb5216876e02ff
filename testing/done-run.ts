import type { Checks, RunResult } from '#features/runs/contract/runs.ts';

const OFF = { enabled: false, pass: false, results: [] };
export const NO_CHECKS: Checks = { output: OFF, variables: OFF, value: OFF, custom: OFF, unit: OFF, legacy: OFF };
/** A run of code that ended well, without checks. */
export const DONE_RUN: RunResult = {
  status: 'done',
  code_run_id: 'run',
  session_id: 'run',
  runner_name: 'local',
  output: 'total 8\n',
  stderr: '',
  error: null,
  error_line: null,
  error_column: null,
  earlier_errors: [],
  images: [],
  vars: [],
  checks: NO_CHECKS,
  check_summary: null,
  limit: null,
  limit_at: null,
  cut: [],
  files: [],
  duration_ms: 20,
  grader: null,
  check_error: null,
  external_ip: null,
};

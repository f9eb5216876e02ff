import type { Failure } from '../contract/debug.ts';
import type { PARTS } from '../contract/health.ts';

export const MESSAGES = {
  loadFailed: 'Couldn’t load the system status. Retrying every 5 seconds.',
  allUp: 'All systems operational.',
  noErrors: 'No errors since the last start.',
  uncaught: 'Each is a bug in the product. The server keeps running; see the log for details.',
  noQueues: 'There are no queues yet.',
  noRunners: 'No runner is configured, so no code can run. Set LESSONWRIGHT_LOCAL_RUNNER or LESSONWRIGHT_RUNNERS.',
  counting: 'counting…',
  failuresFailed: 'Couldn’t load the failed runs and jobs. Retrying every 30 seconds.',
  noFailures: 'No run, job, deploy or build has failed lately.',
  neverKept: 'It runs five minutes after the start of the server, and then daily.',
  running: 'It is running now.',
  cutOff: 'Its server stopped before it was done. The next run does the rest.',
  nothingRemoved: 'Nothing had to be removed.',
  housekeepingFailed: 'Couldn’t start housekeeping.',
  storageFailed: 'Couldn’t load the sizes. Reload the page to try again.',
  noStorage: 'No lesson or dataset has files.',
  storage: 'The same file in several lessons or versions counts for each, but is stored once.',
} as const;

export const FAILURE_NAMES: Readonly<Record<Failure['kind'], string>> = {
  run: 'Run on',
  job: 'Job',
  deploy: 'Deploy',
  build: 'Package build',
};

export const PART_NAMES: Readonly<Record<(typeof PARTS)[number], string>> = {
  database: 'Database',
  jobs: 'Jobs',
  blobs: 'Stored files',
  git: 'Git',
  code_host: 'Code host',
  runners: 'Runners',
  sandbox: 'Sandbox',
};

import type { PARTS } from '#contract/health.ts';

export const MESSAGES = {
  loadFailed: 'The system status could not be loaded. Retrying every 5 seconds.',
  allUp: 'Every part is up.',
  noErrors: 'No errors since the last start.',
  uncaught: 'Each is a bug in the product. The server keeps running; see the log for details.',
  noQueues: 'There are no queues yet.',
  noRunners: 'No runner is configured, so no code can run. Set LESSONWRIGHT_LOCAL_RUNNER or LESSONWRIGHT_RUNNERS.',
  counting: 'counting…',
} as const;

export const PART_NAMES: Readonly<Record<(typeof PARTS)[number], string>> = {
  database: 'Database',
  jobs: 'Jobs',
  blobs: 'Stored files',
  git: 'Git',
  code_host: 'Code host',
  runners: 'Runners',
  sandbox: 'Sandbox',
};

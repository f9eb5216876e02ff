import type { PARTS } from '#contract/health.ts';

/** The texts of the debug page (product §11). */
export const MESSAGES = {
  loadFailed: 'The state of the product could not be loaded. It is asked for again every 5 seconds.',
  allUp: 'Every part is up.',
  noErrors: 'No error was logged since the start.',
  uncaught: 'Each is a fault of the product. The server goes on; the log has the details.',
  noQueues: 'There are no queues yet.',
  noRunners: 'No runner is configured. Nothing can run: see LESSONWRIGHT_LOCAL_RUNNER and LESSONWRIGHT_RUNNERS.',
  counting: 'being counted',
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

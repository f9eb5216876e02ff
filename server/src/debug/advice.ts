import type { PARTS } from '#contract/health.ts';

/** How to fix a part that is down. */
export const ADVICE: Readonly<Record<(typeof PARTS)[number], string>> = {
  database:
    'Check that PostgreSQL is running and accepts connections, and that the disk of the data folder is not full. Acknowledged saves are not lost.',
  jobs: 'Jobs are stored in the database. If the database is up and this persists, restart the server. Waiting jobs are kept.',
  blobs:
    'Check the free space and permissions of the data folder, or the bucket and its settings (LESSONWRIGHT_S3_…). Until then, uploads are rejected.',
  git: 'Check the free space and permissions of the data folder, and that git is installed. Saves are kept in the database and committed afterwards.',
  code_host: 'Check the network, and the address and token of the code host. Commits are stored here and pushed once it responds.',
  runners: 'Check the runner’s log, address and token. Everything except running code still works.',
  sandbox: 'Code cannot run without a sandbox. The reason says what the machine lacks; docs/sandbox.md explains how to provide it.',
};

import type { PARTS } from '#contract/health.ts';

/** How to fix a part that is down. */
export const ADVICE: Readonly<Record<(typeof PARTS)[number], string>> = {
  database:
    'Look whether PostgreSQL runs and takes connections, or whether the disk of the data folder is full. Nothing that was acknowledged is lost.',
  jobs: 'Jobs stand in the database. When that is up and this stays, start the product again: waiting jobs are kept.',
  blobs:
    'Look at the space and the rights of the data folder, or at the bucket and its settings (LESSONWRIGHT_S3_…). What is uploaded meanwhile is refused, not lost.',
  git: 'Look at the space and the rights of the data folder, and whether git is installed. Saves wait in the database and are committed afterwards.',
  code_host:
    'Look at the network, the address and the token of the code host. Commits are made here meanwhile, and pushed when it answers.',
  runners: 'Look at the log of the runner, at its address and its token. Everything but running works meanwhile.',
  sandbox: 'Nothing runs without a sandbox. The reason names what the machine lacks; docs/sandbox.md tells how to give it.',
};

import { join } from 'node:path';
import type { Logger } from 'pino';
import { startChangeWorkers } from './changes/workers.ts';
import { startBuildWorkers } from './packages/workers.ts';
import { FolderBlobStore } from './platform/blobs.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { ContentGit } from './platform/git/content-git.ts';
import { Jobs } from './platform/jobs.ts';
import { LiveHub } from './platform/live.ts';
import type { Platform } from './platform/platform.ts';
import { RunnerPool } from './platform/runners.ts';
import { importMain } from './workflows/import-main.ts';

/** A first start reads the whole content repository. */
const IMPORT_LIMIT_MS = 10 * 60_000;

interface Given {
  readonly config: Config;
  readonly log: Logger;
  /** Migrated. */
  readonly database: Database;
  /** What a new content repository begins with; null: nothing. */
  readonly sampleFolder: string | null;
}

/**
 * Opens what the product stands on, each part after what it needs. Whatever is opened is closed by `opened`, in the
 * opposite order; the database is the caller's.
 */
export async function openPlatform({ config, log, database, sampleFolder }: Given, opened: AsyncDisposableStack): Promise<Platform> {
  const git = await ContentGit.open({ dataFolder: config.dataFolder, sampleFolder, log });
  opened.defer(() => git.close());
  const runners = await RunnerPool.start(config, log);
  opened.defer(() => runners.stop());
  const jobs = await Jobs.start(database, { log });
  opened.defer(() => jobs.stop());
  const blobs = await FolderBlobStore.open(join(config.dataFolder, 'blobs'));
  return { config, db: database.db, jobs, blobs, git, runners, live: new LiveHub(), log };
}

/** Sets the jobs to work and brings the rows of main up to date. Before the first save: it opens the queues. */
export async function startWork(platform: Platform): Promise<void> {
  await startChangeWorkers(platform);
  await startBuildWorkers(platform);
  await importMain(platform, AbortSignal.timeout(IMPORT_LIMIT_MS));
}

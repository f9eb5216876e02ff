import type { Logger } from 'pino';
import { startChangeWorkers } from './releases/index.ts';
import { startDeployWorkers } from './publishing/index.ts';
import { startBuildWorkers } from './lessons/index.ts';
import { startNotificationWorkers } from './notifications/index.ts';
import { openBlobStore } from './platform/blobs/open-blob-store.ts';
import type { Config } from './platform/config.ts';
import { moveRefs, unlessBackup } from './platform/database/backup-locks.ts';
import type { Database } from './platform/database/database.ts';
import { Notifications } from './platform/database/notifications.ts';
import { openCodeHost } from './platform/code-hosts/open-code-host.ts';
import { ContentGit, type GitLocks } from './platform/git/content-git.ts';
import { Jobs } from './platform/jobs.ts';
import { LiveHub } from './platform/live.ts';
import { LiveRelay } from './platform/live/relay.ts';
import { Operations } from './platform/operations.ts';
import type { Platform } from './platform/platform.ts';
import { AnnouncedRunners } from './platform/runners/announced-runners.ts';
import { RunnerPool } from './platform/runners.ts';
import { importMain, startSyncWorkers, startReviewWorkers, startWebhookWorkers } from './content-sync/index.ts';

/** A first start imports the whole content repository. */
const IMPORT_LIMIT_MS = 10 * 60_000;

interface OpenPlatformOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Migrated. */
  readonly database: Database;
  /** Initial content of a new content repository; null: empty. */
  readonly sampleFolder: string | null;
}

/**
 * Opens the shared services, each after what it needs. Closing the result closes them in reverse order; the caller
 * closes the database.
 */
export async function openPlatform(
  { config, log, database, sampleFolder }: OpenPlatformOptions,
  opened: AsyncDisposableStack,
): Promise<Platform> {
  const codeHost = openCodeHost(config);
  const remote = codeHost.remote === null ? {} : { remote: codeHost.remote, mainBranch: codeHost.mainBranch };
  const { db } = database;
  const locks: GitLocks = { moveRefs: (work) => moveRefs(db, work), removeObjects: (work) => unlessBackup(db, work) };
  const git = await ContentGit.open({ dataFolder: config.dataFolder, sampleFolder, ...remote, locks, log });
  opened.defer(() => git.close());
  const token = config.runnersToken;
  const announced = token === null ? null : await AnnouncedRunners.open(db, { token, log });
  const runners = await RunnerPool.start(config, log, announced);
  opened.defer(() => runners.stop());
  const notifications = await Notifications.open(database, { log });
  opened.defer(() => notifications.close());
  const jobs = await Jobs.start(database, { log, notifications });
  opened.defer(() => jobs.stop());
  const blobs = await openBlobStore(config);
  opened.defer(() => blobs.close?.());
  const live = new LiveHub();
  await live.connectServers(new LiveRelay(notifications, log));
  return { config, db, notifications, jobs, blobs, git, codeHost, runners, live, operations: new Operations(live), log };
}

/** Starts the workers and updates the rows of main. Call it before the first save: it opens the queues. */
export async function startWorkers(platform: Platform): Promise<void> {
  await startNotificationWorkers(platform);
  await startChangeWorkers(platform);
  await startBuildWorkers(platform);
  await startDeployWorkers(platform);
  await importMain(platform, AbortSignal.timeout(IMPORT_LIMIT_MS));
  // After it, because two concurrent imports of main get in each other's way.
  await startSyncWorkers(platform);
  await startReviewWorkers(platform);
  await startWebhookWorkers(platform);
}

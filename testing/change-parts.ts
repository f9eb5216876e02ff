import { join } from 'node:path';
import { pino } from 'pino';
import type { ChangesPlatform } from '#features/changes/server/commit-changes.job.ts';
import { commitChangesQueue, pushBranchQueue, mergeRemoteQueue } from '#features/changes/server/queues.ts';
import { ContentGit } from '#features/git/server/content-git.ts';
import type { Remote } from '#features/git/server/remote.ts';
import { FolderBlobStore } from '#platform/server/blobs/folder-store.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { Notifications } from '#platform/server/database/notifications.ts';
import { Jobs } from '#platform/server/jobs.ts';
import { LiveHub } from '#platform/server/live.ts';

/** Opens what commits changes to git, on a data folder with its own PostgreSQL, as the product does on start. */
export async function openChangeParts(dataFolder: string, remote?: Remote): Promise<ChangesPlatform & { close(): Promise<void> }> {
  const log = pino({ level: 'silent' });
  const database = await openDatabase({ dataFolder, databaseUrl: null, isOwner: true, log });
  const git = await ContentGit.open({ dataFolder, sampleFolder: null, log, ...(remote ? { remote } : {}) });
  const notifications = await Notifications.open(database, { log });
  const jobs = await Jobs.start(database, { log, notifications, queues: [commitChangesQueue, pushBranchQueue, mergeRemoteQueue] });
  return {
    db: database.db,
    git,
    blobs: await FolderBlobStore.open(join(dataFolder, 'blobs')),
    jobs,
    live: new LiveHub(),
    log,
    async close() {
      await jobs.stop();
      await git.close();
      await notifications.close();
      await database.close();
    },
  };
}

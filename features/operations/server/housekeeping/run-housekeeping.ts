import { deleteInvitationsBefore, removeExpiredSessions } from '#features/accounts/server/index.ts';
import { listOpenFileHashes } from '#features/changes/server/index.ts';
import { deleteLooseSteps } from '#features/curricula/server/index.ts';
import { listChunkHashes, listVersionHashes, removeAbandonedUploads } from '#features/datasets/server/index.ts';
import { deleteModelRequestsBefore } from '#features/language-model/server/index.ts';
import { listFileHashes } from '#features/lesson-files/server/index.ts';
import { deleteNotificationsBefore } from '#features/notifications/server/index.ts';
import { deleteLinkChecksBefore, deleteReportsBefore } from '#features/preflight/server/index.ts';
import { dropOldSnapshots, listDeployHashes, deleteLinksBefore, listLinkedDeploys } from '#features/publishing/server/index.ts';
import { listDeletedHashes, listVersionFileHashes, removeOldVersions, removeReplacedRevisions } from '#features/revisions/server/index.ts';
import { listEnvironmentHashes } from '#features/runners/server/index.ts';
import { removeRunsBefore } from '#features/runs/server/index.ts';
import { retentionStart } from '#features/trash/server/index.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import { unlessBackup } from '#platform/server/database/backup-locks.ts';
import { deleteUnusedDraftsReleases } from './delete-unused-drafts.ts';
import { emptyTrash } from './empty-trash.ts';
import type { StepResult, HousekeepingContext } from './housekeeping-context.ts';

/** Grace period before unreferenced data is deleted. */
const UNUSED_MS = 30 * DAY_MS;
/** Grace period for files that no lesson references: they may be about to be copied into one. */
const FILE_GRACE_MS = DAY_MS;
/** Builds kept per lesson, in addition to those with an open link. */
const BUILDS = 10;
/** Notifications are kept this long, read or not. */
const NOTIFICATION_MS = 90 * DAY_MS;
/** The ledger of requests to the language model is kept this long. */
const MODEL_REQUEST_MS = 365 * DAY_MS;
/** Results of runs are kept this long. */
const RUN_MS = 30 * DAY_MS;
/** An unfinished dataset upload is deleted after this long without new data. */
const UPLOAD_MS = DAY_MS;

/** Grace period for steps that are in no path: they may be about to be added to one (features/curricula/contract/paths.ts). */
const LOOSE_STEP_MS = DAY_MS;

/** The steps, ordered so that later ones see what earlier ones released. */
const STEPS: Readonly<Record<string, (context: HousekeepingContext) => Promise<StepResult>>> = {
  trash: (context) => emptyTrash(context, retentionStart(context.now)),
  // Before the files, which versions name.
  versions: ({ platform, now }) => removeOldVersions(platform.db, now),
  revisions: async (context) => ({ revisions: await removeReplacedRevisions(context.platform.db, unused(context)) }),
  builds: async ({ platform, now }) => ({
    links: await deleteLinksBefore(platform.db, new Date(now.getTime() - UNUSED_MS)),
    builds: await dropOldSnapshots(platform.db, BUILDS, await listLinkedDeploys(platform.db, now)),
  }),
  files: async ({ platform, now, signal }) => {
    const { db } = platform;
    const referred = new Set([
      ...(await listFileHashes(db)),
      ...(await listDeletedHashes(db)),
      ...(await listOpenFileHashes(db)),
      ...(await listVersionHashes(db)),
      ...(await listVersionFileHashes(db)),
      ...(await listChunkHashes(db)),
      ...(await listDeployHashes(db)),
      ...(await listEnvironmentHashes(db, new Date(now.getTime() - UNUSED_MS))),
    ]);
    const swept = await unlessBackup(db, () => platform.blobs.sweep(referred, { now, graceMs: FILE_GRACE_MS, signal }));
    if (swept === null) platform.log.info('a backup is running: removing unused files is postponed');
    return { files: swept?.removed ?? 0, bytes: swept?.bytes ?? 0 };
  },
  uploads: async ({ platform, now }) => ({
    uploads: await removeAbandonedUploads(platform, new Date(now.getTime() - UPLOAD_MS)),
  }),
  loose_steps: async ({ platform, now }) => ({
    steps: await platform.db.transaction().execute((tx) => deleteLooseSteps(tx, new Date(now.getTime() - LOOSE_STEP_MS))),
  }),
  drafts: (context) => deleteUnusedDraftsReleases(context, unused(context)),
  sessions: async ({ platform, now }) => ({ sessions: await removeExpiredSessions(platform.db, now) }),
  invitations: async (context) => ({ invitations: await deleteInvitationsBefore(context.platform.db, unused(context)) }),
  notifications: async ({ platform, now }) => ({
    notifications: await deleteNotificationsBefore(platform.db, new Date(now.getTime() - NOTIFICATION_MS)),
  }),
  model_requests: async ({ platform, now }) => ({
    requests: await deleteModelRequestsBefore(platform.db, new Date(now.getTime() - MODEL_REQUEST_MS)),
  }),
  runs: async ({ platform, now }) => ({ runs: await removeRunsBefore(platform.db, new Date(now.getTime() - RUN_MS)) }),
  preflight: async (context) => ({
    reports: await deleteReportsBefore(context.platform.db, unused(context)),
    links: await deleteLinkChecksBefore(context.platform.db, unused(context)),
  }),
  git: async ({ platform, signal }) => ({ packed: (await platform.git.collectGarbage(signal)) ? 1 : 0 }),
};

function unused({ now }: HousekeepingContext): Date {
  return new Date(now.getTime() - UNUSED_MS);
}

/**
 * Removes expired data: the trash, unreferenced files, abandoned drafts, ended sessions and invitations, old runs; then
 * packs the repositories. Referenced data is never removed. A failing step is logged and the others continue;
 * everything can be repeated at any time. Returns what each step did; null if it failed.
 */
export async function runHousekeeping(context: HousekeepingContext): Promise<Record<string, StepResult | null>> {
  const all: Record<string, StepResult | null> = {};
  for (const [step, work] of Object.entries(STEPS)) {
    context.signal.throwIfAborted();
    all[step] = await doStep(context, step, work);
  }
  return all;
}

async function doStep(
  context: HousekeepingContext,
  step: string,
  work: (context: HousekeepingContext) => Promise<StepResult>,
): Promise<StepResult | null> {
  const { log } = context.platform;
  try {
    const done = await work(context);
    if (Object.values(done).some((count) => count > 0)) log.info({ step, ...done }, 'housekeeping');
    else log.debug({ step }, 'housekeeping found nothing to do');
    return done;
  } catch (error) {
    context.signal.throwIfAborted();
    log.error({ err: error, step }, 'a housekeeping step failed');
    return null;
  }
}

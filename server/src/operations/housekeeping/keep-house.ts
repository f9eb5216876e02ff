import { listOpenFileHashes, listDeletedHashes } from '#server/releases/index.ts';
import { listVersionHashes, removeAbandonedUploads } from '#server/datasets/index.ts';
import { listFileHashes } from '#server/lessons/index.ts';
import { dropOldSnapshots, listDeployHashes, deleteLinksBefore, listLinkedDeploys } from '#server/publishing/index.ts';
import { unlessBackup } from '#server/platform/database/backup-locks.ts';
import { deleteInvitationsBefore, forgetExpiredSessions } from '#server/accounts/index.ts';
import { deleteLooseSteps } from '#server/curricula/index.ts';
import { forgetOldRuns } from '#server/running/index.ts';
import { DAY_MS, keptSince } from '#server/content-sync/index.ts';
import { clearDrafts } from './clear-drafts.ts';
import { emptyTrash } from './empty-trash.ts';
import type { Done, House } from './house.ts';

/** What nobody uses any more stays this long, should somebody ask for it. */
const UNUSED_MS = 30 * DAY_MS;
/** A file that no lesson has any more stays this long: it may be on its way into another one. */
const FILE_GRACE_MS = DAY_MS;
/** Builds that are kept of each lesson, beside those that a link still opens. */
const BUILDS = 10;
/** An upload of a dataset that nothing more has arrived of stays this long (product §12). */
const UPLOAD_MS = DAY_MS;

/** A step that no path has stays this long: it may be on its way into one, or back (contract/src/paths.ts). */
const LOOSE_STEP_MS = DAY_MS;

/** The steps, in an order in which what one lets go of is seen by the next. */
const STEPS: Readonly<Record<string, (house: House) => Promise<Done>>> = {
  trash: (house) => emptyTrash(house, keptSince(house.now)),
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
      ...(await listDeployHashes(db)),
    ]);
    const swept = await unlessBackup(db, () => platform.blobs.sweep(referred, { now, graceMs: FILE_GRACE_MS, signal }));
    if (swept === null) platform.log.info('a backup is being made: unused files are removed another time');
    return { files: swept?.removed ?? 0, bytes: swept?.bytes ?? 0 };
  },
  uploads: async ({ platform, now }) => ({
    uploads: await removeAbandonedUploads(platform, new Date(now.getTime() - UPLOAD_MS)),
  }),
  loose_steps: async ({ platform, now }) => ({
    steps: await platform.db.transaction().execute((tx) => deleteLooseSteps(tx, new Date(now.getTime() - LOOSE_STEP_MS))),
  }),
  drafts: (house) => clearDrafts(house, unused(house)),
  sessions: async ({ platform, now }) => ({ sessions: await forgetExpiredSessions(platform.db, now) }),
  invitations: async (house) => ({ invitations: await deleteInvitationsBefore(house.platform.db, unused(house)) }),
  runs: async ({ platform, now }) => ({ runs: await forgetOldRuns(platform.db, now) }),
  git: async ({ platform, signal }) => ({ packed: (await platform.git.collectGarbage(signal)) ? 1 : 0 }),
};

function unused({ now }: House): Date {
  return new Date(now.getTime() - UNUSED_MS);
}

/**
 * Removes what is past its time (product §3): the trash, files that nobody refers to, abandoned drafts, ended sessions and
 * invitations, old runs; and packs the repositories. What is referred to is never removed. A step that fails is told in the log
 * and stops no other; all of it can be done again at any time. Answers what each step did; null: it failed.
 */
export async function keepHouse(house: House): Promise<Record<string, Done | null>> {
  const all: Record<string, Done | null> = {};
  for (const [step, work] of Object.entries(STEPS)) {
    house.signal.throwIfAborted();
    all[step] = await doStep(house, step, work);
  }
  return all;
}

async function doStep(house: House, step: string, work: (house: House) => Promise<Done>): Promise<Done | null> {
  const { log } = house.platform;
  try {
    const done = await work(house);
    if (Object.values(done).some((count) => count > 0)) log.info({ step, ...done }, 'housekeeping');
    else log.debug({ step }, 'housekeeping found nothing to do');
    return done;
  } catch (error) {
    house.signal.throwIfAborted();
    log.error({ err: error, step }, 'a step of housekeeping failed');
    return null;
  }
}

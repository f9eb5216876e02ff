import { recordAudit } from '#features/audit/server/index.ts';
import { publishReleaseChanged } from '#features/lessons/server/index.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { getRelease, reopenReleaseRow } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import { releaseView } from './list-releases.ts';

/** Opens a release that a merge has closed. One that is open stays as it is. @throws AppError `not_found` */
export async function reopenRelease(platform: Platform, actor: Actor, id: number): Promise<Release> {
  const wasClosed = await platform.db.transaction().execute(async (tx) => {
    await getRelease(tx, id);
    const wasClosed = await reopenReleaseRow(tx, id);
    if (wasClosed) await recordAudit(tx, { actor, action: 'release.reopen', subject: `release:${id}` });
    return wasClosed;
  });
  if (wasClosed) await publishReleaseChanged(platform, id);
  return releaseView(platform, id);
}

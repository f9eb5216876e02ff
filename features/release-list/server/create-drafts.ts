import { getUser, toActor } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { ensureDraftsRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { releaseView } from './list-releases.ts';

/**
 * Returns the drafts release of someone who has access, and creates it if they have none yet: staff can move a lesson there before its
 * author has written one.
 *
 * @throws AppError `not_found`; `unavailable` if the content repository has no main.
 */
export async function createDrafts(platform: Platform, actor: Actor, userId: number): Promise<Release> {
  const user = await getUser(platform.db, userId);
  if (user.revoked_at !== null) throw notFound('user');
  const { id } = await ensureDraftsRelease(platform, toActor(user));
  await recordAudit(platform.db, { actor, action: 'release.create-drafts', subject: `release:${id}`, details: { user: userId } });
  platform.live.publish('releases:all', { type: 'release-changed', release_id: id });
  return releaseView(platform, id);
}

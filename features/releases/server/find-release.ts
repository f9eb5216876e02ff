import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import { MESSAGES } from './messages.ts';
import type { StoredRelease } from './queries.ts';
import { getRelease } from './releases.ts';

/**
 * Returns the release if `actor` may see its pull request: external authors see their own drafts only. @throws AppError
 * `not_found`
 */
export async function getReleaseFor(handle: Handle, actor: Actor, id: number): Promise<StoredRelease> {
  const release = await getRelease(handle, id);
  if (actor.role === 'external' && release.drafts_of !== actor.id) throw notFound('release');
  return release;
}

/** Returns the release if its pull request can be opened. @throws AppError `not_found`; `refused` for main and a closed release. */
export async function getReleaseToReview(handle: Handle, id: number): Promise<StoredRelease> {
  const release = await getReviewedRelease(handle, id);
  if (release.closed_at !== null) throw refused(MESSAGES.closed);
  return release;
}

/** Returns the release if it can have a pull request. @throws AppError `not_found`; `refused` for main. */
export async function getReviewedRelease(handle: Handle, id: number): Promise<StoredRelease> {
  const release = await getRelease(handle, id);
  if (release.is_main) throw refused(MESSAGES.main);
  return release;
}

import { commitStatesOfReleases } from '#features/changes/server/index.ts';
import { countReleaseLessons } from '#features/lesson-store/server/index.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { getRelease, listReleases, type StoredRelease } from '#features/releases/server/index.ts';
import { pullSummaries } from '#features/review/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';

type Deps = Pick<Platform, 'db'>;

/** Every release as sent to the page, main first. Assembled here, because it needs changes and lessons. */
export async function listReleaseViews({ db }: Deps): Promise<Release[]> {
  return viewsOf(db, await listReleases(db));
}

/** @param only The id of the only release to return. */
async function viewsOf(db: Handle, releases: readonly StoredRelease[], only?: number): Promise<Release[]> {
  const states = await commitStatesOfReleases(db, only);
  const counts = await countReleaseLessons(db, only);
  const pulls = await pullSummaries(db, only);
  return releases.map((release) => ({
    id: release.id,
    name: release.name,
    version_major: release.branch_name,
    version_minor: release.commit_sha,
    is_main: release.is_main,
    sequence: release.id,
    pull_request: pulls.get(release.id) ?? null,
    commit_status: states.get(release.id) ?? null,
    commit_error: release.commit_error ?? release.push_error,
    detached_at: release.detached_at?.toISOString() ?? null,
    deletion_date: release.deleted_remotely_at?.toISOString() ?? null,
    preflight_required: release.preflight_required,
    model_allowed: release.model_allowed,
    is_drafts: release.drafts_of !== null,
    drafts_of: release.drafts_of,
    is_closed: release.closed_at !== null,
    lesson_count: counts.get(release.id) ?? 0,
  }));
}

/** A release as sent to the page. @throws AppError `not_found` */
export async function releaseView({ db }: Deps, releaseId: number): Promise<Release> {
  const [view] = await viewsOf(db, [await getRelease(db, releaseId)], releaseId);
  if (!view) throw notFound('release');
  return view;
}

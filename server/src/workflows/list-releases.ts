import type { Release, releaseRoutes } from '#contract/releases.ts';
import { commitStatesOfReleases } from '#server/changes/service.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listReleases } from '#server/releases/service.ts';

/** Every release with where its newest change stands: releases know nothing of changes, so it is put together here. */
async function listReleasesWithStates({ db }: Pick<Platform, 'db'>): Promise<Release[]> {
  const releases = await listReleases(db);
  const states = await commitStatesOfReleases(db);
  return releases.map((release) => ({
    id: release.id,
    name: release.name,
    version_major: release.branch_name,
    version_minor: release.commit_sha,
    is_main: release.is_main,
    sequence: release.id,
    pull_request: null,
    commit_status: states.get(release.id) ?? null,
    commit_error: release.commit_error ?? release.push_error,
    deletion_date: release.deleted_remotely_at?.toISOString() ?? null,
  }));
}

export const releaseHandlers = (platform: Platform): Handlers<typeof releaseRoutes> => ({
  listReleases: () => listReleasesWithStates(platform),
});

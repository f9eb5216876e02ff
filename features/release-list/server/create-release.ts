import { recordAudit } from '#features/audit/server/index.ts';
import { createBranchAtMain, requireFreeBranch, importBranch, MESSAGES } from '#features/branches/server/index.ts';
import { pushBranchQueue } from '#features/changes/server/index.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { addRelease, findReleaseOfBranch } from '#features/releases/server/index.ts';
import { importAllCurricula, importing, importNumbers, importShallow } from '#features/sync/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { alreadyExists } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { releaseView } from './list-releases.ts';

export interface NewRelease {
  name: string;
  version_major: string;
  version_minor?: string | null | undefined;
  create_new: boolean;
  lessons?: readonly number[] | undefined;
  operation_id?: string | undefined;
}

/**
 * Creates a branch at the head of main and its release, or the release of an existing branch of the code host. The
 * given lesson numbers are imported in full. An existing branch without numbers is imported shallow, its courses and
 * paths in full.
 *
 * @throws AppError `already_exists`, `not_found`, `unavailable`; `refused` if it was stopped, or for a commit that it
 * can't begin at.
 */
export async function createRelease(
  platform: Platform,
  actor: Actor,
  input: NewRelease,
): Promise<Release & { invalidLessons: Record<string, string> }> {
  const { name, version_major: branch, version_minor = null, create_new, lessons } = input;
  return platform.operations.run({ id: input.operation_id, actor, stopped: MESSAGES.stopped.create }, async (operation) => {
    await requireFreeBranch(platform, branch);
    operation.progress(create_new ? 'Creating the branch' : 'Fetching the branch', 0, null);
    const make = create_new ? createBranchAtMain : importBranch;
    const commit = await make(platform, branch, version_minor, operation.signal);
    const id = await insertRelease(platform, actor, {
      name,
      branch_name: branch,
      commit_sha: commit,
      pushed_sha: create_new ? null : commit,
    });
    const invalidLessons = await importing(platform, actor, { releaseId: id, operation }, () =>
      importContent(platform, { id, name, branch, commit, create_new, lessons }, operation),
    );
    return { ...(await releaseView(platform, id)), invalidLessons };
  });
}

async function importContent(
  platform: Platform,
  {
    id,
    name,
    branch,
    commit,
    create_new,
    lessons,
  }: { id: number; name: string; branch: string; commit: string; create_new: boolean; lessons: readonly number[] | undefined },
  operation: Operation,
): Promise<Record<string, string>> {
  if (lessons !== undefined && lessons.length > 0)
    return importNumbers(platform, { releaseId: id, branch, commit, numbers: lessons }, operation);
  if (create_new) return {};
  const invalid = await importShallow(platform, id, commit, operation);
  return { ...invalid, ...(await importAllCurricula(platform, { id, name }, commit)) };
}

/**
 * Inserts the release of an existing branch, and pushes the branch to the code host if needed.
 *
 * @throws AppError `already_exists` if a concurrent call created it.
 */
export async function insertRelease(
  platform: Platform,
  actor: Actor,
  release: { name: string; branch_name: string; commit_sha: string; pushed_sha: string | null },
): Promise<number> {
  const id = await platform.db.transaction().execute(async (tx) => {
    const made = await addRelease(tx, release);
    if (made === null) return null;
    if (release.pushed_sha === null) await platform.jobs.send(tx, pushBranchQueue, { release_id: made }, { singletonKey: String(made) });
    await recordAudit(tx, {
      actor,
      action: 'release.create',
      subject: `release:${made}`,
      details: { name: release.name, branch: release.branch_name },
    });
    return made;
  });
  if (id === null) {
    const existing = await findReleaseOfBranch(platform.db, release.branch_name);
    throw alreadyExists(MESSAGES.releaseOfBranch(release.branch_name, existing?.name ?? release.name));
  }
  return id;
}

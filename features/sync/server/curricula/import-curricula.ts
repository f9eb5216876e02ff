import { recordAudit } from '#features/audit/server/index.ts';
import { headToReadFrom, MESSAGES as RELEASE_MESSAGES } from '#features/branches/server/index.ts';
import { folderConflictText } from '#features/changes/server/index.ts';
import { publishCurriculumChanged, type CurriculumKind, listInRelease, upsertCurriculum } from '#features/curricula/server/index.ts';
import { getOpenRelease, getRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { unavailable } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { mergeIntoRelease, type MergeResult } from '../merge-into-release.ts';
import { MESSAGES } from './messages.ts';
import { readAllFolders } from './read-curricula.ts';

interface Wanted {
  readonly releaseId: number;
  readonly sequences: readonly number[];
  /** Identifies the operation, so that it can be watched and stopped. */
  readonly operation_id?: string | undefined;
}

interface Imported {
  /** Ids of those that are in the release now. */
  readonly ids: number[];
  /** Why others are not, or not as the code host has them, by number. */
  readonly invalid: Record<string, string>;
}

/**
 * Imports courses, or paths, from a release's branch as the code host has it now. The branch is merged first, as far as it has no
 * conflicts, so those that were imported before are updated as well.
 *
 * @throws AppError `not_found`; `refused` for main and a closed release, and when it was stopped; `unavailable` while the code host cannot be reached.
 */
export async function importCurricula(platform: Platform, actor: Actor, kind: CurriculumKind, wanted: Wanted): Promise<Imported> {
  const { releaseId, operation_id: id } = wanted;
  const release = await getOpenRelease(platform.db, releaseId, RELEASE_MESSAGES.mainImports);
  return platform.operations.run({ id, actor, stopped: MESSAGES.stopped(kind) }, async (operation) => {
    operation.progress('Fetching the branch', 0, null);
    const theirs = await headToReadFrom(platform, release, operation.signal);
    const input = { theirs, source: 'branch', message: `Merge the changes of others to ${release.branch_name}` } as const;
    operation.progress('Merging new changes', 0, null);
    const merged = theirs === release.commit_sha ? null : await mergeIntoRelease(platform, releaseId, input, operation.signal);
    const imported = await importWanted(platform, actor, kind, { ...wanted, merged }, operation);
    publishCurriculumChanged(platform, kind, null);
    return imported;
  });
}

/** Adds rows of the wanted ones that our branch now has: all of them, or none when it is stopped. */
async function importWanted(
  platform: Platform,
  actor: Actor,
  kind: CurriculumKind,
  { releaseId, sequences, merged }: Wanted & { readonly merged: MergeResult | null },
  operation: Operation,
): Promise<Imported> {
  const { commit_sha: commit, name, branch_name } = await getRelease(platform.db, releaseId);
  if (commit === null || !(await platform.git.hasCommit(commit))) throw unavailable(MESSAGES.branchMissing(branch_name));
  const { found, invalid: unreadable } = await readAllFolders(platform, kind, commit, operation);
  const ids: number[] = [];
  const invalid: Record<string, string> = {};
  await platform.db.transaction().execute(async (tx) => {
    const stored = new Map((await listInRelease(tx, kind, releaseId)).map((row) => [row.sequence, row]));
    for (const sequence of sequences) {
      operation.signal.throwIfAborted();
      const row = stored.get(sequence);
      const inBranch = found.get(sequence);
      const folder = row?.folder ?? inBranch?.folder ?? '';
      const open = merged?.plan.folders.find(({ place, conflicts }) => place === `${kind.root}/${folder}` && conflicts.length > 0);
      const id =
        row?.id ?? (inBranch && (await upsertCurriculum(tx, kind, { release: { id: releaseId, name }, folder }, inBranch.content)));
      if (id) ids.push(id);
      if (open && merged) invalid[sequence] = folderConflictText(merged.plan, open);
      else if (id === null) invalid[sequence] = MESSAGES.numberTaken(kind, sequence);
      else if (id === undefined) invalid[sequence] = unreadable[sequence] ?? MESSAGES.notInBranch(kind, branch_name, sequence);
    }
    const details = { sequences: sequences.filter((sequence) => !(sequence in invalid)) };
    await recordAudit(tx, { actor, action: `${kind.name}.import`, subject: `release:${releaseId}`, details });
  });
  return { ids, invalid };
}

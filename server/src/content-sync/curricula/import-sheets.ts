import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/index.ts';
import { folderConflictText, getRelease } from '#server/releases/index.ts';
import { refused, unavailable } from '#server/platform/errors.ts';
import type { Operation } from '#server/platform/operations.ts';
import type { Platform } from '#server/platform/platform.ts';
import { headToReadFrom } from '#server/content-sync/import-lessons.ts';
import { MESSAGES as RELEASE_MESSAGES } from '#server/content-sync/messages.ts';
import { bringIn, type BroughtIn } from '#server/content-sync/bring-in.ts';
import type { SheetKind } from '#server/curricula/index.ts';
import { MESSAGES } from './messages.ts';
import { readSheets } from './sheet-folders.ts';

interface Wanted {
  readonly releaseId: number;
  readonly sequences: readonly number[];
  /** Names the work, so that it can be watched and stopped. */
  readonly operation_id?: string | undefined;
}

export interface SheetsImported {
  /** Of those that are in the release now. */
  readonly ids: number[];
  /** Why others are not, or not as the code host has them, by number. */
  readonly invalid: Record<string, string>;
}

/**
 * Reads courses, or paths, from a release's branch as the code host has it now. What is new there comes into the branch first, with
 * everything else that goes without being asked; so those that are here already take in what is new as well.
 *
 * @throws AppError `not_found`; `refused` for main, and when it was stopped; `unavailable` while the code host cannot be reached.
 */
export async function importSheets(platform: Platform, actor: Actor, kind: SheetKind, wanted: Wanted): Promise<SheetsImported> {
  const { releaseId, operation_id: id } = wanted;
  const release = await getRelease(platform.db, releaseId);
  if (release.is_main) throw refused(RELEASE_MESSAGES.mainImports);
  return platform.operations.run({ id, actor, stopped: MESSAGES.stopped(kind.word) }, async (operation) => {
    operation.progress('Fetching the branch', 0, null);
    const theirs = await headToReadFrom(platform, release, operation.signal);
    const input = { theirs, source: 'branch', message: `Take in the changes of others to ${release.branch_name}` } as const;
    operation.progress('Taking in what is new there', 0, null);
    const brought = theirs === release.commit_sha ? null : await bringIn(platform, releaseId, input, operation.signal);
    const imported = await readWanted(platform, actor, kind, { ...wanted, brought }, operation);
    kind.announce(platform, null);
    return imported;
  });
}

/** Makes rows of the wanted ones that our branch has by now: all of them, or, when it is stopped, none. */
async function readWanted(
  platform: Platform,
  actor: Actor,
  kind: SheetKind,
  { releaseId, sequences, brought }: Wanted & { readonly brought: BroughtIn | null },
  operation: Operation,
): Promise<SheetsImported> {
  const { commit_sha: commit, name, branch_name } = await getRelease(platform.db, releaseId);
  if (commit === null || !(await platform.git.hasCommit(commit))) throw unavailable(MESSAGES.branchNotHere(branch_name));
  const { found, invalid: unreadable } = await readSheets(platform, kind, commit, operation);
  const ids: number[] = [];
  const invalid: Record<string, string> = {};
  await platform.db.transaction().execute(async (tx) => {
    const there = new Map((await kind.list(tx, releaseId)).map((row) => [row.sequence, row]));
    for (const sequence of sequences) {
      operation.signal.throwIfAborted();
      const row = there.get(sequence);
      const folder = row?.folder ?? found.get(sequence)?.folder;
      const open = brought?.plan.folders.find(({ place, conflicts }) => place === `${kind.root}/${folder}` && conflicts.length > 0);
      const id = row?.id ?? (await found.get(sequence)?.sheet.store(tx, { release: { id: releaseId, name }, folder: folder ?? '' }));
      if (id) ids.push(id);
      if (open && brought) invalid[sequence] = folderConflictText(brought.plan, open);
      else if (id === null) invalid[sequence] = MESSAGES.numberTaken(kind.word, sequence);
      else if (id === undefined) invalid[sequence] = unreadable[sequence] ?? MESSAGES.notInBranch(kind.word, branch_name, sequence);
    }
    const details = { sequences: sequences.filter((sequence) => !(sequence in invalid)) };
    await recordAudit(tx, { actor, action: `${kind.word}.import`, subject: `release:${releaseId}`, details });
  });
  return { ids, invalid };
}

import { listUncommittedFolders } from '#features/changes/server/index.ts';
import type { CurriculumContent } from '#features/content-model/rules/curriculum-content.ts';
import {
  CURRICULUM_KINDS,
  type CurriculumKind,
  getCurriculumForUpdate,
  listInRelease,
  markCurriculumDeleted,
  upsertCurriculum,
} from '#features/curricula/server/index.ts';
import { findMainRelease, type StoredRelease } from '#features/releases/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { readCurriculumFolder } from './read-curricula.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'log'>;

/** The folders of one kind that differ between two commits; null: the folder was deleted. */
export interface ChangedCurricula {
  readonly kind: CurriculumKind;
  readonly folders: ReadonlyMap<string, CurriculumContent | null>;
}

/**
 * Reads what differs between two commits of the courses and paths that a release has rows of, and with `takesNew` also those that are
 * new in `to` and not in main.
 */
export async function readChangedCurricula(
  deps: Deps,
  release: Pick<StoredRelease, 'id'>,
  { from, to, takesNew }: { from: string; to: string; takesNew: boolean },
): Promise<ChangedCurricula[]> {
  const all: ChangedCurricula[] = [];
  for (const kind of CURRICULUM_KINDS) {
    const different = await deps.git.changedFolders(kind.root, from, to);
    if (different.length === 0) continue;
    const [before, after] = [await deps.git.folderTrees(kind.root, from), await deps.git.folderTrees(kind.root, to)];
    const known = new Set((await listInRelease(deps.db, kind, release.id)).map(({ folder }) => folder));
    const inMain = await foldersOfMain(deps, kind);
    const isNew = (folder: string) => takesNew && !before.has(folder) && !inMain.has(folder);
    const folders = new Map<string, CurriculumContent | null>();
    for (const folder of different)
      if (known.has(folder) || isNew(folder))
        folders.set(folder, after.has(folder) ? await readCurriculumFolder(deps, kind, to, folder) : null);
    all.push({ kind, folders });
  }
  return all;
}

/**
 * Makes the rows agree with what {@link readChangedCurricula} read, in the transaction that stores the commit. False, and nothing is
 * changed, when one of them was saved in the meantime: saves are committed first.
 */
export async function writeChangedCurricula(
  tx: Tx,
  { log }: Pick<Platform, 'log'>,
  release: Pick<StoredRelease, 'id' | 'name'>,
  changed: readonly ChangedCurricula[],
): Promise<boolean> {
  const rowsOf = new Map<CurriculumKind, Map<string, number>>();
  for (const { kind, folders } of changed) {
    const rows = (await listInRelease(tx, kind, release.id)).filter(({ folder }) => folders.has(folder));
    for (const { id } of rows) await getCurriculumForUpdate(tx, kind, id);
    // They are locked now, so no further save can get in between.
    const saved = await listUncommittedFolders(tx, release.id);
    if (rows.some(({ id }) => saved[kind.root].has(id))) return false;
    rowsOf.set(kind, new Map(rows.map(({ id, folder }) => [folder, id])));
  }
  for (const { kind, folders } of changed) {
    // Deletions first: one that was renamed to another folder frees its number this way.
    for (const [folder, id] of rowsOf.get(kind) ?? []) if (folders.get(folder) === null) await markCurriculumDeleted(tx, kind, id, null);
    for (const [folder, content] of folders)
      if (content && (await upsertCurriculum(tx, kind, { release, folder }, content)) === null) logSkipped(log, kind, folder, content);
  }
  return true;
}

/**
 * Makes the courses and paths of main agree with its head, as far as they changed since the commit of the rows. Returns how many were
 * imported or deleted.
 */
export async function importMainCurricula(deps: Deps, release: StoredRelease, head: string): Promise<number> {
  const { db, git, log } = deps;
  let count = 0;
  for (const kind of CURRICULUM_KINDS) {
    const [before, after] = [await git.folderTrees(kind.root, release.commit_sha), await git.folderTrees(kind.root, head)];
    const known = new Map((await listInRelease(db, kind, release.id)).map(({ folder, id }) => [folder, id]));
    for (const [folder, id] of known) {
      if (after.has(folder)) continue;
      await db.transaction().execute((tx) => markCurriculumDeleted(tx, kind, id, null));
      count++;
    }
    for (const [folder, tree] of after) {
      if (known.has(folder) && before.get(folder) === tree) continue;
      const content = await readCurriculumFolder(deps, kind, head, folder);
      if (!content) continue;
      const id = await db.transaction().execute((tx) => upsertCurriculum(tx, kind, { release, folder }, content));
      if (id === null) logSkipped(log, kind, folder, content);
      else count++;
    }
  }
  return count;
}

async function foldersOfMain({ db, git }: Deps, kind: CurriculumKind): Promise<Set<string>> {
  const commit = (await findMainRelease(db))?.commit_sha ?? (await git.head(git.mainBranch));
  return new Set((await git.folderTrees(kind.root, commit)).keys());
}

function logSkipped(log: Platform['log'], kind: CurriculumKind, folder: string, { sequence }: CurriculumContent): void {
  log.error({ place: `${kind.root}/${folder}`, sequence }, 'skipped: another folder of the release has its number');
}

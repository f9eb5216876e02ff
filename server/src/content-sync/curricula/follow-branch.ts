import { savedFolders, findMainRelease, type StoredRelease } from '#server/releases/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { SHEET_KINDS, type ReadSheet, type SheetKind } from '#server/curricula/index.ts';
import { readSheet } from './sheet-folders.ts';

type Parts = Pick<Platform, 'db' | 'git' | 'log'>;

/** What differs of the courses, or the paths, of a release between two commits; null: the folder goes. */
export interface ChangedSheets {
  readonly kind: SheetKind;
  readonly folders: ReadonlyMap<string, ReadSheet | null>;
}

/**
 * Reads what differs between two commits of the courses and paths that a release has rows of, or gets them of: those that are new in
 * `to`, where `takesNew` and main does not have them.
 */
export async function readChangedSheets(
  platform: Parts,
  release: Pick<StoredRelease, 'id'>,
  { from, to, takesNew }: { from: string; to: string; takesNew: boolean },
): Promise<ChangedSheets[]> {
  const all: ChangedSheets[] = [];
  for (const kind of SHEET_KINDS) {
    const [before, after] = [await platform.git.folderTrees(kind.root, from), await platform.git.folderTrees(kind.root, to)];
    const different = [...new Set([...before.keys(), ...after.keys()])].filter((folder) => before.get(folder) !== after.get(folder));
    if (different.length === 0) continue;
    const known = new Set((await kind.list(platform.db, release.id)).map(({ folder }) => folder));
    const inMain = await foldersOfMain(platform, kind);
    const isNew = (folder: string) => takesNew && !before.has(folder) && !inMain.has(folder);
    const folders = new Map<string, ReadSheet | null>();
    for (const folder of different)
      if (known.has(folder) || isNew(folder)) folders.set(folder, after.has(folder) ? await readSheet(platform, kind, to, folder) : null);
    all.push({ kind, folders });
  }
  return all;
}

/**
 * Makes the rows agree with what {@link readChangedSheets} read, in the transaction that notes the commit. False, and nothing is
 * changed, when one of them was saved meanwhile: what is saved is committed first.
 */
export async function writeChangedSheets(
  tx: Tx,
  { log }: Pick<Platform, 'log'>,
  release: Pick<StoredRelease, 'id' | 'name'>,
  changed: readonly ChangedSheets[],
): Promise<boolean> {
  const rowsOf = new Map<SheetKind, Map<string, number>>();
  for (const { kind, folders } of changed) {
    const rows = (await kind.list(tx, release.id)).filter(({ folder }) => folders.has(folder));
    for (const { id } of rows) await kind.get(tx, id);
    // Locked by now: whoever saves one waits.
    const saved = await savedFolders(tx, release.id);
    if (rows.some(({ id }) => saved[kind.root].has(id))) return false;
    rowsOf.set(kind, new Map(rows.map(({ id, folder }) => [folder, id])));
  }
  for (const { kind, folders } of changed) {
    // First those that go: one that got a new folder frees its number by this.
    for (const [folder, id] of rowsOf.get(kind) ?? []) if (folders.get(folder) === null) await kind.remove(tx, id);
    for (const [folder, sheet] of folders) {
      if (sheet && (await sheet.store(tx, { release, folder })) === null) tellLeftOut(log, kind, folder, sheet);
    }
  }
  return true;
}

/**
 * Makes the courses and paths of main agree with its head, as far as they changed since the rows stood for `from`. Answers how many
 * were read or taken out.
 */
export async function importMainSheets(platform: Parts, release: StoredRelease, head: string): Promise<number> {
  const { db, git, log } = platform;
  let count = 0;
  for (const kind of SHEET_KINDS) {
    const [before, after] = [await git.folderTrees(kind.root, release.commit_sha), await git.folderTrees(kind.root, head)];
    const known = new Map((await kind.list(db, release.id)).map(({ folder, id }) => [folder, id]));
    for (const [folder, id] of known) {
      if (after.has(folder)) continue;
      await db.transaction().execute((tx) => kind.remove(tx, id));
      count++;
    }
    for (const [folder, tree] of after) {
      if (known.has(folder) && before.get(folder) === tree) continue;
      const sheet = await readSheet(platform, kind, head, folder);
      if (!sheet) continue;
      const id = await db.transaction().execute((tx) => sheet.store(tx, { release, folder }));
      if (id === null) tellLeftOut(log, kind, folder, sheet);
      else count++;
    }
  }
  return count;
}

async function foldersOfMain({ db, git }: Pick<Parts, 'db' | 'git'>, kind: SheetKind): Promise<Set<string>> {
  const commit = (await findMainRelease(db))?.commit_sha ?? (await git.head(git.mainBranch));
  return new Set((await git.folderTrees(kind.root, commit)).keys());
}

function tellLeftOut(log: Platform['log'], kind: SheetKind, folder: string, { sequence }: ReadSheet): void {
  log.error({ place: `${kind.root}/${folder}`, sequence }, 'it was left out: another one of its release has its number');
}

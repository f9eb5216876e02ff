import { mergeFolder } from '#features/changes/server/merge-folder.task.ts';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { CONTENT_ROOTS } from '#features/git/rules/content-roots.ts';
import type { Clone } from './clone.ts';
import { readFiles, type TreeFile } from './read-tree.ts';
import { changedPaths, contentFolder } from './work-tree.ts';

type Sides<T> = Readonly<Record<'base' | 'mine' | 'theirs', T>>;

/** Two states of a clone merged; null as the tree: both changed the same in ways that don't agree. */
interface MergedTree {
  readonly tree: string | null;
  readonly conflicts: readonly string[];
}

/**
 * Merges two trees that began at the same one, without changing a file. What only one side changed is taken as it is; a lesson, course or
 * path that both changed is merged by its content, as the server does.
 */
export async function mergeTrees(clone: Clone, { base, mine, theirs }: Sides<string>): Promise<MergedTree> {
  const here = new Set((await changedPaths(clone, base, mine)).map(unitOf));
  const both = new Set((await changedPaths(clone, base, theirs)).map(unitOf).filter((unit) => here.has(unit)));
  return clone.withIndex('empty', async (index) => {
    // Takes what has changed on one side only. What git leaves unmerged is replaced below.
    await clone.git(['read-tree', '-i', '-m', '--aggressive', base, mine, theirs], { index });
    const conflicts: string[] = [];
    const entries: string[] = [];
    for (const unit of both) {
      const read = (tree: string) => readFiles(clone, tree, unit);
      const sides = { base: await read(base), mine: await read(mine), theirs: await read(theirs) };
      const merged = mergeUnit(unit, { base: bytesOf(sides.base), mine: bytesOf(sides.mine), theirs: bytesOf(sides.theirs) });
      conflicts.push(...merged.conflicts);
      if (conflicts.length === 0) entries.push(...(await indexEntries(clone, sides, merged.files, '0'.repeat(base.length))));
    }
    if (conflicts.length > 0) return { tree: null, conflicts };
    await clone.git(['update-index', '-z', '--index-info'], { input: entries.join(''), index });
    return { tree: await clone.text(['write-tree'], { index }), conflicts };
  });
}

/** What is merged as a whole: the folder of a lesson, course or path, which ends with a slash, or any other file. */
function unitOf(path: string): string {
  const folder = contentFolder(path);
  return folder === null ? path : `${folder}/`;
}

/** Files by their whole path, with what each conflict is about. */
function mergeUnit(unit: string, sides: Sides<Files>): { files: Files; conflicts: string[] } {
  const root = unit.endsWith('/') ? CONTENT_ROOTS.find((each) => unit.startsWith(`${each}/`)) : undefined;
  if (root === undefined) return takeFile(unit, sides);
  const below = (files: Files) => new Map([...files].map(([path, bytes]) => [path.slice(unit.length), bytes]));
  const merged = mergeFolder(root, { base: below(sides.base), mine: below(sides.mine), theirs: below(sides.theirs) }, {});
  return {
    files: new Map([...merged.files].map(([path, bytes]) => [unit + path, bytes])),
    conflicts: merged.conflicts.map(({ label }) => `${unit} ${label}`),
  };
}

/** A file that isn't content has no rules for merging: both sides must agree. */
function takeFile(path: string, { mine, theirs }: Sides<Files>): { files: Files; conflicts: string[] } {
  const [here, there] = [mine.get(path), theirs.get(path)];
  const isSame = here && there ? Buffer.from(here).equals(there) : here === there;
  return { files: mine, conflicts: isSame ? [] : [path] };
}

function bytesOf(files: ReadonlyMap<string, TreeFile>): Files {
  return new Map([...files].map(([path, { bytes }]) => [path, bytes]));
}

/** Lines for `git update-index` that replace all sides with the merged files. Files that nobody touched keep their bytes. */
async function indexEntries(
  clone: Clone,
  { base, mine, theirs }: Sides<ReadonlyMap<string, TreeFile>>,
  merged: Files,
  noObject: string,
): Promise<string[]> {
  const isUntouched = (path: string) => {
    const id = base.get(path)?.id;
    return id !== undefined && mine.get(path)?.id === id && theirs.get(path)?.id === id;
  };
  const gone = [...new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])].filter((path) => !merged.has(path) && !isUntouched(path));
  const entries = gone.map((path) => `0 ${noObject}\t${path}\0`);
  for (const [path, bytes] of merged) {
    if (isUntouched(path)) continue;
    const known = [mine.get(path), theirs.get(path), base.get(path)].filter((file) => file !== undefined);
    const same = known.find((file) => Buffer.from(file.bytes).equals(bytes));
    const id = same?.id ?? (await clone.text(['hash-object', '-w', '--stdin'], { input: bytes }));
    entries.push(`${known[0]?.mode ?? '100644'} ${id}\t${path}\0`);
  }
  return entries;
}

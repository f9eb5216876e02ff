import { compareNames } from '#platform/content/file-names.ts';
import { isSafePath } from '#platform/content/safe-path.ts';

/** Bytes by path, with '/' as separator, from the folder that everything is in. */
export type CollectionFiles = ReadonlyMap<string, Uint8Array>;

export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path below the collection, written in a file of `folder`; null: it leads out of the collection, or to a site. */
export function resolvePath(folder: string, address: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) return null;
  const steps = address.startsWith('/') ? [] : folder.split('/').filter((step) => step !== '');
  for (const step of decodedPath(address.replaceAll('\\', '/')).split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  const path = steps.join('/');
  return path !== '' && isSafePath(path) ? path : null;
}

/** An address without `%20` and its like; one that is no valid address stays. Letters are encoded as in names of files. */
export function decodedPath(address: string): string {
  try {
    return decodeURIComponent(address).normalize('NFC');
  } catch {
    return address.normalize('NFC');
  }
}

interface PathIndex {
  readonly paths: readonly string[];
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** By what Blackboard adds to the names of its files: `owl__xid-12_1.png`. */
  readonly byBlackboardId: ReadonlyMap<string, readonly string[]>;
  readonly byFolder: ReadonlyMap<string, readonly string[]>;
  /** Every folder that has files, in itself or below. */
  readonly folders: ReadonlySet<string>;
}

const indexes = new WeakMap<CollectionFiles, PathIndex>();
/** A name that more files have says nothing about which one is meant. */
const SAME_NAME_MAX = 100;

/** The only file whose path ends with an address, whatever folder that is written for; null: none, or several. */
export function onlyFileAt(files: CollectionFiles, address: string): string | null {
  const rest = address.replace(/^(?:\.{0,2}\/)+/, '');
  const same = indexOf(files).byName.get(baseName(rest)) ?? [];
  if (same.length > SAME_NAME_MAX) return null;
  const found = same.filter((path) => `/${path}`.endsWith(`/${rest}`));
  const [path] = found;
  return path !== undefined && found.length === 1 && isSafePath(path) ? path : null;
}

/** The only file that Blackboard exported under an id such as `xid-12_1`, whatever its name was; null: none, or several. */
export function onlyBlackboardFile(files: CollectionFiles, id: string): string | null {
  const [path, ...others] = indexOf(files).byBlackboardId.get(id) ?? [];
  return path !== undefined && others.length === 0 && isSafePath(path) ? path : null;
}

/** The paths of the files in a folder, without those in folders below it. */
export function filesIn(files: CollectionFiles, folder: string): readonly string[] {
  return indexOf(files).byFolder.get(folder) ?? [];
}

/** Whether the collection has a folder. */
export function hasFolder(files: CollectionFiles, folder: string): boolean {
  return indexOf(files).folders.has(folder);
}

/** The paths of the files in a folder and in those below it. */
export function filesBelow(files: CollectionFiles, folder: string): readonly string[] {
  return indexOf(files).paths.filter((path) => path.startsWith(`${folder}/`));
}

/** Made once for each collection, as it doesn't change. */
function indexOf(files: CollectionFiles): PathIndex {
  const known = indexes.get(files);
  if (known) return known;
  const paths = [...files.keys()];
  const byFolder = Map.groupBy(paths, folderOf);
  const folders = new Set<string>();
  for (let folder of byFolder.keys()) for (; folder !== '' && !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
  // What Blackboard says of a file is beside it, with another ending: `owl__xid-12_1.png.xml`.
  const byBlackboardId = Map.groupBy(paths, (path) => /__(xid-\w{1,100})\.[A-Za-z]{2,5}$/.exec(path)?.[1] ?? '');
  const index = { paths, byName: Map.groupBy(paths, baseName), byBlackboardId, byFolder, folders };
  indexes.set(files, index);
  return index;
}

/** The order in which people number files: `2-x` before `10-x`, and `index` first in its folder. */
export function byName(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [left = '', right = ''] = [a[at], b[at]];
    if (left === right) continue;
    const isFirst = (step: string, steps: string[]) => at === steps.length - 1 && /^(index|intro)\./i.test(step);
    if (isFirst(left, a) !== isFirst(right, b)) return isFirst(left, a) ? -1 : 1;
    return compareNames(left, right);
  }
  return a.length - b.length;
}

/** Removes the folders that all files are in, such as the one that code hosts add to a zip. */
export function withoutSharedFolder(files: CollectionFiles): CollectionFiles {
  let shared = '';
  const paths = [...files.keys()];
  const [first = ''] = paths;
  for (const step of first.split('/').slice(0, -1)) {
    const next = `${shared}${step}/`;
    if (!paths.every((path) => path.startsWith(next))) break;
    shared = next;
  }
  return shared === '' ? files : new Map([...files].map(([path, bytes]) => [path.slice(shared.length), bytes]));
}

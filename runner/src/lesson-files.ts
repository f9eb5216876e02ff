import type { RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import type { BlobCache } from './blob-cache.ts';
import { Refusal } from './refusal.ts';
import { WORK_FOLDER, type Bind } from './sandbox/bubblewrap-arguments.ts';

type Files = RunnerRunRequest['files'];

/** Contents of a work folder: the lesson's files, and read-only folders of its datasets. */
export interface LessonFiles {
  /** By their paths. Code may write other files into their folders. */
  readonly files: Files;
  /** By name in the work folder. `entry` is the name in the blob folder; `files` are the folder's contents. */
  readonly folders: readonly { readonly name: string; readonly entry: string; readonly files: Files }[];
}

/** Relative paths with '/', without dot segments. */
const PATH = /^(?!\.{1,2}(\/|$))[^/\0]+(\/(?!\.{1,2}(\/|$))[^/\0]+)*$/;

/** Whether these files can share one work folder: every path is unique, and none is both a file and a folder. */
export function areFileNames(names: readonly string[]): boolean {
  const unique = new Set(names);
  if (unique.size < names.length || !names.every((name) => PATH.test(name))) return false;
  return !names.some((name) => parentsOf(name).some((parent) => unique.has(parent)));
}

function parentsOf(name: string): string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** @throws Refusal if these files can't share one work folder */
export function requireFileNames(files: Files): void {
  if (!areFileNames(files.map(({ name }) => name))) throw new Refusal(400, { error: 'Every file needs a unique, relative name.' });
}

/** Separates the files of the lesson from the folders of its datasets. */
export function splitFiles(all: Files): { readonly files: Files; readonly folders: readonly { name: string; files: Files }[] } {
  const isOwn = ({ name, own }: Files[number]) => own === true || !name.includes('/');
  const inFolders = Map.groupBy(
    all.filter((file) => !isOwn(file)),
    ({ name }) => name.slice(0, name.indexOf('/')),
  );
  return {
    files: all.filter(isOwn),
    folders: [...inFolders].map(([name, inside]) => ({
      name,
      files: inside.map((file) => ({ name: file.name.slice(name.length + 1), sha256: file.sha256 })),
    })),
  };
}

/** Like {@link splitFiles}, with the folders assembled. The caller must hold all files, and all must be cached. */
export async function sortFiles(blobs: BlobCache, all: Files): Promise<LessonFiles> {
  const { files, folders } = splitFiles(all);
  return {
    files,
    folders: await Promise.all(folders.map(async (folder) => ({ ...folder, entry: await blobs.assembleFolder(folder.files) }))),
  };
}

/** Binds for the files, at `folder`, and the folders, in the work folder. Datasets may be large, so they are bound and not copied. */
export function fileBinds(blobs: BlobCache, lesson: LessonFiles, folder: string = WORK_FOLDER): Bind[] {
  const files = lesson.files.map(({ name, sha256 }) => ({ source: blobs.path(sha256), target: `${folder}/${name}` }));
  return [...files, ...folderBinds(blobs, lesson)];
}

/** Read-only binds for the folders in the work folder. */
export function folderBinds(blobs: BlobCache, { folders }: LessonFiles): Bind[] {
  return folders.map(({ name, entry }) => ({ source: blobs.folderPath(entry), target: `${WORK_FOLDER}/${name}` }));
}

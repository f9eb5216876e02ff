import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { BlobCache } from './blob-cache.ts';
import { Refusal } from './refusal.ts';
import { WORK_FOLDER, type Bind } from './sandbox/bubblewrap-arguments.ts';

type Files = RunnerRunRequest['files'];

/** What a work folder gets: files of the lesson, and folders of its datasets, which nobody may write to. */
export interface LessonFiles {
  readonly files: Files;
  /** By name in the work folder; `entry` is its name in the folder of the blobs, `files` are those below it. */
  readonly folders: readonly { readonly name: string; readonly entry: string; readonly files: Files }[];
}

/** Names with '/' between them; each one is a name, and no way. */
const PATH = /^(?!\.{1,2}(\/|$))[^/\0]+(\/(?!\.{1,2}(\/|$))[^/\0]+)*$/;

/** Whether these files can lie in one work folder: each by a plain name of its own, or below a folder. */
export function areFileNames(names: readonly string[]): boolean {
  const unique = new Set(names);
  if (unique.size < names.length || !names.every((name) => PATH.test(name))) return false;
  return !names.some((name) => parentsOf(name).some((parent) => unique.has(parent)));
}

function parentsOf(name: string): string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** @throws Refusal for a request whose files cannot lie in one work folder. */
export function requireFileNames(files: Files): void {
  if (!areFileNames(files.map(({ name }) => name))) throw new Refusal(400, { error: 'Each file needs a plain name of its own.' });
}

/** Tells plain files from those of folders. */
export function splitFiles(files: Files): { readonly files: Files; readonly folders: readonly { name: string; files: Files }[] } {
  const inFolders = Map.groupBy(
    files.filter(({ name }) => name.includes('/')),
    ({ name }) => name.slice(0, name.indexOf('/')),
  );
  return {
    files: files.filter(({ name }) => !name.includes('/')),
    folders: [...inFolders].map(([name, inside]) => ({
      name,
      files: inside.map((file) => ({ name: file.name.slice(name.length + 1), sha256: file.sha256 })),
    })),
  };
}

/** {@link splitFiles}, with the folders laid out. All of the files must be here, and be held by the caller. */
export async function sortFiles(blobs: BlobCache, all: Files): Promise<LessonFiles> {
  const { files, folders } = splitFiles(all);
  return {
    files,
    folders: await Promise.all(folders.map(async (folder) => ({ ...folder, entry: await blobs.layFolder(folder.files) }))),
  };
}

/** The files in `folder` of a sandbox, and the folders in its work folder: datasets may be large, and are read where they are. */
export function fileBinds(blobs: BlobCache, lesson: LessonFiles, folder: string = WORK_FOLDER): Bind[] {
  const files = lesson.files.map(({ name, sha256 }) => ({ source: blobs.path(sha256), target: `${folder}/${name}` }));
  return [...files, ...folderBinds(blobs, lesson)];
}

/** The folders, read only in the work folder. */
export function folderBinds(blobs: BlobCache, { folders }: LessonFiles): Bind[] {
  return folders.map(({ name, entry }) => ({ source: blobs.folderPath(entry), target: `${WORK_FOLDER}/${name}` }));
}

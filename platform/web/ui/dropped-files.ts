/** A file that was dropped or chosen with the folder that it is in. */
export interface FileInFolder {
  readonly file: File;
  /** As `data/raw`; empty: in none. */
  readonly folder: string;
}

/** The first files of what was chosen or dropped. */
export interface FilesOfFolders {
  readonly files: readonly FileInFolder[];
  /** How many more there are, counted up to {@link MOST_LEFT}. */
  readonly left: number;
}

/** More than a lesson has; a folder such as `node_modules` would never end. */
const MOST_FILES = 1_000;
/** Beyond this, the rest isn't counted. */
export const MOST_LEFT = 10_000;
/** What systems leave in folders. */
const OF_SYSTEMS = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX', '__pycache__', '.git', '.ipynb_checkpoints']);

/** The files of a folder that was chosen, each with its folder. */
export function chosenFiles(chosen: Iterable<File>): FilesOfFolders {
  const files = [...chosen]
    .map((file) => ({ file, path: file.webkitRelativePath.split('/') }))
    .filter(({ file, path }) => ![file.name, ...path].some((name) => OF_SYSTEMS.has(name)))
    .map(({ file, path }) => ({ file, folder: path.slice(0, -1).join('/') }));
  return { files: files.slice(0, MOST_FILES), left: Math.min(MOST_LEFT, Math.max(0, files.length - MOST_FILES)) };
}

/** The files that were dropped, and those of dropped folders, each with its folder. */
export async function droppedFiles(entries: readonly FileSystemEntry[]): Promise<FilesOfFolders> {
  const files: FileInFolder[] = [];
  let left = 0;
  const waiting = entries.map((entry) => ({ entry, folder: '' }));
  // The list grows while it is read.
  for (const { entry, folder } of waiting) {
    if (left === MOST_LEFT) break;
    if (OF_SYSTEMS.has(entry.name)) continue;
    if (isFile(entry)) {
      if (files.length === MOST_FILES) left += 1;
      else files.push({ file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), folder });
    } else if (isFolder(entry)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      for (const inside of await entriesOf(entry)) waiting.push({ entry: inside, folder: path });
    }
  }
  return { files, left };
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // Browsers return a hundred at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0 || all.length >= MOST_FILES + MOST_LEFT) return all;
    all.push(...some);
  }
}

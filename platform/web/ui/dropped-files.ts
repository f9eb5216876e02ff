/** A file that was dropped or chosen with the folder that it is in. */
export interface FileInFolder {
  readonly file: File;
  /** As `data/raw`; empty: in none. */
  readonly folder: string;
}

/** More than a lesson can have; a folder such as `node_modules` would never end. */
const MOST_FILES = 1_000;
/** What systems leave in folders. */
const OF_SYSTEMS = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX', '__pycache__', '.git', '.ipynb_checkpoints']);

/** The files of a folder that was chosen, each with its folder. */
export function chosenFiles(files: Iterable<File>): FileInFolder[] {
  return [...files]
    .map((file) => ({ file, path: file.webkitRelativePath.split('/') }))
    .filter(({ file, path }) => ![file.name, ...path].some((name) => OF_SYSTEMS.has(name)))
    .map(({ file, path }) => ({ file, folder: path.slice(0, -1).join('/') }));
}

/** The files that were dropped, and those of dropped folders, each with its folder. */
export async function droppedFiles(entries: readonly FileSystemEntry[]): Promise<FileInFolder[]> {
  const found: FileInFolder[] = [];
  const waiting = entries.map((entry) => ({ entry, folder: '' }));
  for (let next = waiting.shift(); next && found.length < MOST_FILES; next = waiting.shift()) {
    const { entry, folder } = next;
    if (OF_SYSTEMS.has(entry.name)) continue;
    if (isFile(entry)) found.push({ file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), folder });
    else if (isFolder(entry)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      waiting.push(...(await entriesOf(entry)).map((inside) => ({ entry: inside, folder: path })));
    }
  }
  return found;
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
    if (some.length === 0 || all.length >= MOST_FILES) return all;
    all.push(...some);
  }
}

import { uniqueName } from '#features/documents/rules/folder-name.ts';
import { findPathClash, isNewDataPath } from '#features/lesson-files/rules/data-path.ts';
import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { type Cell, type CodeCell, type Note, withCodes } from '../cells.ts';
import { importedModules, isUsedAsFolder, isWritten, listsFiles, listsFilesBelow } from './code-paths.ts';
import { globOf, isDocument } from './contents.ts';
import { baseName, decodedPath, filesBelow, filesIn, folderOf, hasFolder, onlyFileAt, resolvePath, type CollectionFiles } from './paths.ts';

/** A text in quotes, in any language of lessons. Long ones are no paths. */
const QUOTED = /(["'])([^"'\n\\]{1,300})\1/g;
/** What a text fills in: `f"data/birds-{year}.csv"`, `sprintf("data/birds-%d.csv", year)`. */
const FILLED_IN = /\{[^{}]{0,100}\}|%\d{0,3}[sdif]/g;
/** A word of a command, which may be a path. */
const WORD = /(?<=^|[\s=<>])[\w./*-]{1,300}(?=$|[\s;|&)])/gm;
/** A folder that a command enters or lists. */
const ENTERED = /(?:^|[\s;&|(])(?:cd|ls|tree|find|cp -r|grep -r)(?:[ \t]{1,9}-\w{1,20}){0,5}[ \t]{1,9}([\w./-]{1,300})/gm;

/** Most patterns such as `data/*.csv`, and most folders, that are looked up for a document. */
const LOOKUPS_MAX = 100;
/** Largest number of data files of a lesson. */
const FILES_MAX = 500;
/** Files of one folder that come because code lists it. */
const LISTED_MAX = 200;
/** Makes a folder exist in which code only writes, as git does it. */
const PLACEHOLDER = '.gitkeep';

/**
 * Finds the files of a collection that the code of one document opens. They have the paths in the lesson that the code opens them by: those from the
 * folder of the document, or from the root of the collection. A lesson has no folder above its own, so `../data/x.csv` becomes `data/x.csv`.
 */
export class DataFiles {
  /** Bytes by their path in the lesson. */
  readonly files = new Map<string, Uint8Array>();
  /** The path in the collection of each of them. */
  readonly #origins = new Map<string, string>();
  /** Folders that code names, by their path in the lesson. */
  readonly #folders = new Map<string, string>();
  /** Whether a pattern has files. */
  readonly #patterns = new Map<string, boolean>();
  readonly #written = new Set<string>();
  readonly #modules = new Set<string>();
  readonly #listed = new Set<string>();
  readonly #collection: CollectionFiles;
  readonly #folder: string;
  readonly #note: Note;
  readonly #mostBytes: number;

  constructor(collection: CollectionFiles, document: string, options: { readonly mostBytes: number; readonly note: Note }) {
    this.#collection = collection;
    this.#folder = folderOf(document);
    this.#note = options.note;
    this.#mostBytes = options.mostBytes;
  }

  /** The cell with the paths that its code has in the lesson. */
  rename(cell: Cell): Cell {
    return cell.kind === 'code' ? withCodes(cell, (code) => this.#inCode(code, cell)) : cell;
  }

  /** The path that a file has in the lesson; null: the collection has no such data file. */
  nameOf(address: string, place: string): string | null {
    const path = this.#find(address);
    return path === null ? null : this.#add(path, inLesson(address), place);
  }

  /** Adds the files that an export listed, which are beside the document: not all are named in its code. */
  addListed(paths: readonly string[]): void {
    for (const name of paths) {
      const path = resolvePath(this.#folder, encodeURI(name));
      if (path === null || !this.#collection.has(path))
        this.#note('', `The data file ${name} of the exported lesson is not beside the document.`);
      else this.#add(path, name, '');
    }
  }

  /** Whether queries have a database: one that the code names, or else the only one of the collection. */
  hasDatabase(only: string | null): boolean {
    return this.#takesDatabase(only) || [...this.files.values()].some(isDatabase);
  }

  /** Adds the only database of the collection: queries don't name it. */
  addDatabase(only: string | null): void {
    if (this.#takesDatabase(only)) this.#add(only, baseName(only), '');
  }

  #takesDatabase(only: string | null): only is string {
    return only !== null && this.files.size === 0;
  }

  /** @param wanted The path by which the code opens it. Returns the path that it has; null: it isn't in the lesson. */
  #add(path: string, wanted: string, place: string): string | null {
    if (this.#origins.get(wanted) === path) return wanted;
    const bytes = this.#collection.get(path);
    if (!bytes || this.files.size >= FILES_MAX) return null;
    if (bytes.length > this.#mostBytes) {
      this.#note(place, `The file ${path} is larger than ${this.#mostBytes / 1024 / 1024} MB and was skipped. Add it as a dataset.`);
      return null;
    }
    const name = this.#freeName(wanted);
    if (name === null) {
      this.#note(place, `The file ${path} was skipped: its name does not work on every system. Rename it in the source.`);
      return null;
    }
    this.#store(name, path, bytes);
    if (/\.py$/i.test(name) && isUtf8(bytes)) this.#addModules(decodeUtf8(bytes), folderOf(path), folderOf(name), place);
    return name;
  }

  #store(name: string, path: string, bytes: Uint8Array): void {
    this.files.delete(`${folderOf(name)}/${PLACEHOLDER}`);
    this.#origins.set(name, path);
    this.files.set(name, bytes);
  }

  /** The path itself, or a name in no folder if that can't be stored beside the others; null: no system can store it. */
  #freeName(wanted: string): string | null {
    if (isNewDataPath(wanted) && findPathClash(wanted, this.files.keys()) === null) return wanted;
    const name = baseName(wanted);
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    const taken = [...this.files.keys()].filter((each) => each.endsWith(ending)).map((each) => each.slice(0, each.length - ending.length));
    const free = findPathClash(name, this.files.keys()) === null ? name : uniqueName(stem, taken) + ending;
    return isNewDataPath(free) ? free : null;
  }

  #inCode(code: string, { label, place }: CodeCell): string {
    const isShell = /^(ba|z)?sh$|^(shell|console|bash)/i.test(label);
    this.#noteFolders(code);
    const quoted = code.replace(QUOTED, (whole: string, quote: string, address: string, at: number) => {
      const name = this.#quoted(code, { address, at, length: whole.length }, place);
      return name === null || name === address ? whole : `${quote}${name}${quote}`;
    });
    if (listsFiles(code)) for (const [name, folder] of this.#folders) this.#addFolder(folder, name, listsFilesBelow(code), place);
    this.#addModules(code, this.#folder, '', place);
    return isShell ? this.#inCommands(quoted, place) : quoted;
  }

  /** What the code opens instead of a quoted text; null: the text stays. */
  #quoted(code: string, { address, at, length }: { address: string; at: number; length: number }, place: string): string | null {
    const pattern = address.replace(FILLED_IN, '*');
    if (pattern.includes('*')) {
      const isFound = this.#hasMatches(pattern, place) || this.#isInNamedFolder(baseName(pattern).replace('*', ''), place);
      return isFound && isAbove(address) ? this.#renamed(address, address.replace(/^(?:\.\.?\/)+/, ''), place) : null;
    }
    const folder = this.#folderAt(address);
    if (isWritten(code, at, length)) return this.#toWrite(address, place);
    if (folder !== null) {
      if (!isAbove(address) || !isUsedAsFolder(code, at, code.slice(at, at + length)) || inLesson(address) === '') return null;
      return this.#renamed(address, `${inLesson(address)}${address.endsWith('/') ? '/' : ''}`, place);
    }
    if (!address.includes('/') && this.#isInNamedFolder(address, place)) return null;
    if (this.#written.has(inLesson(address))) return inLesson(address);
    const name = this.nameOf(address, place);
    return name === null ? null : this.#renamed(address, name, place);
  }

  /** Remembers the folders that code puts paths together from: `Path('data') / 'raw' / 'x.csv'`, `path + 'x.csv'`. */
  #noteFolders(code: string): void {
    for (const { 0: whole, 2: address = '', index } of code.matchAll(QUOTED)) {
      if (address.includes('*') || this.#folders.size >= LOOKUPS_MAX || inLesson(address) === '') continue;
      const isJoined = /^\s?[/,+]/.test(code.slice(index + whole.length, index + whole.length + 2));
      const folder = isJoined || isUsedAsFolder(code, index, whole) ? this.#folderAt(address) : null;
      if (folder !== null) this.#folders.set(inLesson(address), folder);
      else if (!address.includes('/')) this.#noteFolderBelow(address);
    }
  }

  #noteFolderBelow(name: string): void {
    for (const [lessonFolder, folder] of this.#folders)
      if (hasFolder(this.#collection, `${folder}/${name}`)) this.#folders.set(`${lessonFolder}/${name}`, `${folder}/${name}`);
  }

  /** Adds a file of a folder that code named before, unless the document has one of this name beside it. */
  #isInNamedFolder(name: string, place: string): boolean {
    if (this.#collection.has(this.#folder === '' ? name : `${this.#folder}/${name}`)) return false;
    let isFound = false;
    for (const [lessonFolder, folder] of this.#folders) {
      const path = `${folder}/${name}`;
      if (!this.#collection.has(path) || isDocument(path)) continue;
      isFound = true;
      if (!this.#written.has(`${lessonFolder}/${name}`)) this.#add(path, `${lessonFolder}/${name}`, place);
    }
    return isFound;
  }

  #addFolder(folder: string, lessonFolder: string, isDeep: boolean, place: string): void {
    const key = `${folder}|${lessonFolder}|${isDeep}`;
    if (this.#listed.has(key) || this.#listed.size >= LOOKUPS_MAX) return;
    this.#listed.add(key);
    const all = (isDeep ? filesBelow(this.#collection, folder) : filesIn(this.#collection, folder)).filter((path) => !isDocument(path));
    if (all.length > LISTED_MAX)
      this.#note(place, `The folder ${folder} has ${all.length} files, of which the lesson got the first ${LISTED_MAX}.`);
    for (const path of all.slice(0, LISTED_MAX)) this.#add(path, `${lessonFolder}${path.slice(folder.length)}`, place);
  }

  /** The path at which code writes a file, in a folder that exists. */
  #toWrite(address: string, place: string): string | null {
    const name = inLesson(address);
    const folder = this.#folderAt(folderOf(address));
    if (name === '' || (folder === null && this.#find(address) === null)) return null;
    if (this.#origins.has(name))
      this.#note(place, `The code writes over ${name}, which is read-only in a lesson. Let it write a file with another name.`);
    else this.#written.add(name);
    const lessonFolder = folderOf(name);
    const hasFiles = [...this.files.keys()].some((each) => each.startsWith(`${lessonFolder}/`));
    const placeholder = `${lessonFolder}/${PLACEHOLDER}`;
    if (folder !== null && lessonFolder !== '' && !hasFiles && isNewDataPath(placeholder)) this.files.set(placeholder, new Uint8Array());
    return name === address.replace(/^(?:\.\/)+/, '') ? null : this.#renamed(address, name, place);
  }

  #inCommands(code: string, place: string): string {
    for (const [, address = ''] of code.matchAll(ENTERED)) {
      const folder = this.#folderAt(address);
      if (folder !== null && inLesson(address) !== '') this.#addFolder(folder, inLesson(address), true, place);
    }
    return code.replace(WORD, (word: string) => {
      if (word.includes('*')) return this.#hasMatches(word, place) ? this.#renamed(word, inLesson(word), place) : word;
      const name = /[./]/.test(word) ? this.nameOf(word, place) : null;
      return name === null ? word : this.#renamed(word, name, place);
    });
  }

  /** Adds the modules that code imports, and those that they import: from the folder of its document, from those above, or from the root. */
  #addModules(code: string, folder: string, lessonFolder: string, place: string): void {
    if (!code.includes('import')) return;
    for (const module of importedModules(code)) {
      for (const [from, to] of [[folder, lessonFolder] as const, ...foldersAbove(this.#folder).map((each) => [each, ''] as const)]) {
        const path = from === '' ? module : `${from}/${module}`;
        const found = [`${path}.py`, `${path}/__init__.py`].filter((each) => this.#collection.has(each));
        if (found.length === 0 && !hasFolder(this.#collection, path)) continue;
        const key = `${path}|${to}`;
        if (this.#modules.has(key)) break;
        this.#modules.add(key);
        for (const each of found) this.#add(each, `${to === '' ? '' : `${to}/`}${module}${each.slice(path.length)}`, place);
        break;
      }
    }
  }

  /** Adds the files that a pattern such as `data/birds-*.csv` means in the first folder that has any. @returns false if none has */
  #hasMatches(pattern: string, place: string): boolean {
    const known = this.#patterns.get(pattern);
    if (known !== undefined) return known;
    const hasAny = this.#patterns.size < LOOKUPS_MAX && this.#addMatches(pattern, place);
    this.#patterns.set(pattern, hasAny);
    return hasAny;
  }

  #addMatches(pattern: string, place: string): boolean {
    if (!/\.\w+$/.test(pattern) || folderOf(pattern).includes('*')) return false;
    for (const folder of this.#foldersOf(pattern)) {
      const path = resolvePath(folder, pattern);
      if (path === null) continue;
      const matches = globOf(path);
      const found = filesIn(this.#collection, folderOf(path)).filter((each) => matches(each) && !isDocument(each));
      if (found.length === 0) continue;
      const lessonFolder = folderOf(inLesson(pattern));
      for (const each of found) this.#add(each, lessonFolder === '' ? baseName(each) : `${lessonFolder}/${baseName(each)}`, place);
      return true;
    }
    return false;
  }

  #foldersOf(address: string): string[] {
    const folders = [this.#folder, ''];
    return address.includes('/') ? folders : ['', 'data', 'files'].flatMap((name) => folders.map((folder) => `${folder}/${name}`));
  }

  #renamed(address: string, name: string, place: string): string {
    const isSame = address.replace(/^(?:\.\/)+/, '') === name;
    if (!isSame)
      this.#note(
        place,
        `The code opens ${address} as ${name}: ${isAbove(address) ? 'a lesson has no folder above its own' : 'that is its path in the lesson'}.`,
      );
    return isSame ? address : name;
  }

  /** The folder of the collection that an address names; null: none. */
  #folderAt(address: string): string | null {
    if (address.startsWith('/')) return null;
    for (const from of [this.#folder, '']) {
      const folder = resolvePath(from, address);
      if (folder !== null && hasFolder(this.#collection, folder)) return folder;
    }
    return null;
  }

  /** Code runs in the folder of its document, in the root of the collection, or where readers unpacked the data. */
  #find(address: string): string | null {
    if (!address.includes('.') || address.startsWith('/')) return null;
    for (const folder of this.#foldersOf(address)) {
      const path = resolvePath(folder, address);
      if (path !== null && this.#collection.has(path) && !isDocument(path)) return path;
    }
    return this.#elsewhere(address.replace(/^(?:\.\.?\/)+/, ''));
  }

  /** The data file or program of this name in any folder, if there is exactly one: instructions often name another folder than the repository's. */
  #elsewhere(address: string): string | null {
    if (!DATA.test(address)) return null;
    return onlyFileAt(this.#collection, address);
  }
}

const DATA =
  /\.(?:csv|tsv|txt|dat|json|jsonl|geojson|xlsx?|xml|db|sqlite3?|py|r|sh|zip|gz|nc|h5|hdf5|parquet|feather|rds|rdata|fasta|fastq|fa|fq|pdb|tiff?|log)$/i;

const SQLITE = 'SQLite format 3\0';

/** The only database of a collection; null: it has none, or several. */
export function onlyDatabase(files: CollectionFiles): string | null {
  const [path, ...others] = [...files].filter(([, bytes]) => isDatabase(bytes)).map(([each]) => each);
  return others.length === 0 ? (path ?? null) : null;
}

function isDatabase(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, SQLITE.length)) === SQLITE;
}

/** The path in the lesson that code opens by an address: `../data/./x.csv` is `data/x.csv`. Empty: the folder of the lesson. */
function inLesson(address: string): string {
  const steps: string[] = [];
  for (const step of decodedPath(address).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** Whether an address leads out of the folder that it starts from. */
function isAbove(address: string): boolean {
  return /^(?:\.\/)*\.\.(?:\/|$)/.test(address);
}

/** A folder and those above it, up to the root. */
function foldersAbove(folder: string): string[] {
  return folder === '' ? [''] : [folder, ...foldersAbove(folderOf(folder))];
}

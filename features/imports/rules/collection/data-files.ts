import { uniqueName } from '#features/documents/rules/folder-name.ts';
import { isSafeName } from '#platform/content/safe-path.ts';
import type { Cell, CodeCell, Note } from '../cells.ts';
import { globOf, isDocument } from './contents.ts';
import { baseName, filesIn, folderOf, onlyFileAt, resolvePath, type CollectionFiles } from './paths.ts';

/** A text in quotes, in any language of lessons. Long ones are no paths. */
const QUOTED = /(["'])([^"'\n\\]{1,300})\1/g;
/** A word of a command, which may be a path. */
const WORD = /(?<=^|[\s=<>])[\w./*-]{1,300}(?=$|[\s;|&)])/gm;

/** Most patterns such as `data/*.csv` that are looked up for a document. */
const PATTERNS_MAX = 100;
/** Largest number of data files of a lesson. */
const FILES_MAX = 500;

/** Finds the files of a collection that the code of one document opens, and gives them names in its lesson. */
export class DataFiles {
  /** Bytes by their name in the lesson. */
  readonly files = new Map<string, Uint8Array>();
  readonly #names = new Map<string, string>();
  /** Whether a pattern has files. */
  readonly #patterns = new Map<string, boolean>();
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

  /** The cell with the paths that its code has in the lesson: lessons have their files in one folder. */
  rename(cell: Cell): Cell {
    if (cell.kind !== 'code') return cell;
    const replace = (code: string) => this.#inCode(code, cell);
    return { ...cell, source: replace(cell.source), initial: cell.initial === null ? null : replace(cell.initial) };
  }

  /** The name that a file has in the lesson; null: the collection has no such data file. */
  nameOf(address: string, place: string): string | null {
    const path = this.#find(address);
    return path === null ? null : this.#add(path, place);
  }

  #add(path: string, place: string): string | null {
    const known = this.#names.get(path);
    if (known !== undefined) return known;
    const bytes = this.#collection.get(path);
    if (!bytes || this.files.size >= FILES_MAX) return null;
    if (bytes.length > this.#mostBytes) {
      this.#note(place, `The file ${path} is larger than ${this.#mostBytes / 1024 / 1024} MB and was skipped. Add it as a dataset.`);
      return null;
    }
    const name = freeName(baseName(path), new Set(this.files.keys()));
    this.#names.set(path, name);
    this.files.set(name, bytes);
    return name;
  }

  /** Adds the database of a collection that has one: queries don't name it. */
  addDatabase(): void {
    const databases = [...this.#collection].filter(([, bytes]) => isDatabase(bytes));
    const path = databases.length === 1 ? databases[0]?.[0] : undefined;
    if (this.files.size === 0 && path !== undefined && isSafeName(baseName(path))) this.#add(path, '');
  }

  #inCode(code: string, { label, place }: CodeCell): string {
    const quoted = code.replace(QUOTED, (whole: string, quote: string, address: string, at: number) => {
      if (address.includes('*')) return this.#hasMatches(address, place) ? `${quote}${baseName(address)}${quote}` : whole;
      if (isWritten(code, at, whole.length)) return this.#find(address) === null ? whole : `${quote}${baseName(address)}${quote}`;
      const name = this.nameOf(address, place);
      return name === null ? whole : `${quote}${this.#renamed(address, name, place)}${quote}`;
    });
    if (!/^(ba|z)?sh$|^(shell|console|bash)/i.test(label)) return quoted;
    return quoted.replace(WORD, (word: string) => {
      if (word.includes('*')) return this.#hasMatches(word, place) ? baseName(word) : word;
      const name = /[./]/.test(word) ? this.nameOf(word, place) : null;
      return name === null ? word : this.#renamed(word, name, place);
    });
  }

  /** Adds the files that a pattern such as `data/birds-*.csv` means in the first folder that has any. @returns false if none has */
  #hasMatches(pattern: string, place: string): boolean {
    const known = this.#patterns.get(pattern);
    if (known !== undefined) return known;
    const hasAny = this.#patterns.size < PATTERNS_MAX && this.#addMatches(pattern, place);
    this.#patterns.set(pattern, hasAny);
    return hasAny;
  }

  #addMatches(pattern: string, place: string): boolean {
    if (!/\.\w+$/.test(pattern) || folderOf(pattern).includes('*')) return false;
    for (const folder of this.#foldersOf(pattern)) {
      const path = resolvePath(folder, pattern);
      if (path === null) continue;
      const matches = globOf(path);
      const found = filesIn(this.#collection, folderOf(path)).filter(
        (each) => matches(each) && !isDocument(each) && isSafeName(baseName(each)),
      );
      if (found.length === 0) continue;
      for (const each of found) this.#add(each, place);
      this.#renamed(pattern, baseName(pattern), place);
      return true;
    }
    return false;
  }

  #foldersOf(address: string): string[] {
    const folders = [this.#folder, ''];
    return address.includes('/') ? folders : ['', 'data', 'files'].flatMap((name) => folders.map((folder) => `${folder}/${name}`));
  }

  #renamed(address: string, name: string, place: string): string {
    if (address !== name) this.#note(place, `The code opens ${address} as ${name}: a lesson has its files in one folder.`);
    return name;
  }

  /** Code runs in the folder of its document, in the root of the collection, or where readers unpacked the data. */
  #find(address: string): string | null {
    if (!address.includes('.') || address.startsWith('/')) return null;
    for (const folder of this.#foldersOf(address)) {
      const path = resolvePath(folder, address);
      if (path !== null && this.#collection.has(path) && !isDocument(path) && isSafeName(baseName(path))) return path;
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

function isDatabase(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, SQLITE.length)) === SQLITE;
}

/** Whether code writes the file that it names here: `savefig("a.png")`, `open("a.txt", "w")`. A lesson's own files are read-only. */
function isWritten(code: string, at: number, length: number): boolean {
  const before = code.slice(Math.max(0, at - 40), at);
  return (
    /(?:\b(?:savefig|imsave|savetxt|to_(?:csv|excel|json|parquet|pickle|html)|ggsave|pdf|png|svg|sink)\(|\bfile\s*=)\s*$/.test(before) ||
    /^\s*,\s*(?:mode\s*=\s*)?["'][wax]b?\+?["']/.test(code.slice(at + length, at + length + 30))
  );
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const stems = [...taken].filter((each) => each.endsWith(ending)).map((each) => each.slice(0, each.length - ending.length));
  return taken.has(name) ? uniqueName(stem, stems) + ending : name;
}

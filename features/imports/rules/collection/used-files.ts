import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import type { ImportNote } from '../../contract/import-file.ts';
import { packageKey, readRequirements } from '../needed-packages.ts';
import { isDocument } from './contents.ts';
import { onlyDatabase } from './data-files.ts';
import { baseName, folderOf, type CollectionFiles } from './paths.ts';

/** Files that an import reads, or that say nothing to learners. */
const OF_PROJECT =
  /(?:^|\/)(?:\.|(?:_(?:toc|config|quarto|bookdown|output|metadata|common)\.\w{1,10}|myst\.yml|config\.ya?ml|(?:licen[cs]e|copying|citation|makefile|readme)(?:[-_][\w-]{1,40})?(?:\.(?:md|txt|rst|html|org|cff|bib|mk))?|renv\.lock)$)/i;
const REQUIREMENTS = /(?:^|\/)(?:requirements[\w-]{0,40}\.txt|environment\.ya?ml|DESCRIPTION)$/;
/** Names that a note has. */
const NAMED_MAX = 8;

/** The files of a collection that its documents use, and what is left. */
export class UsedFiles {
  /** {@link onlyDatabase} */
  readonly database: string | null;
  /** Versions that the collection asks for, by {@link packageKey}. */
  readonly versions = new Map<string, string>();
  readonly #files: CollectionFiles;
  readonly #used = new Set<string>();
  readonly #paths = new Map<Uint8Array, string>();
  /** What the collection asks for, with the file that says so. */
  readonly #required = new Map<string, string>();

  constructor(files: CollectionFiles) {
    this.#files = files;
    this.database = onlyDatabase(files);
    for (const [path, bytes] of files) {
      this.#paths.set(bytes, path);
      if (REQUIREMENTS.test(path) && isUtf8(bytes)) this.#readRequirements(path, decodeUtf8(bytes));
    }
  }

  add(path: string): void {
    this.#used.add(path);
  }

  /** A file that a lesson has. */
  addBytes(bytes: Uint8Array): void {
    const path = this.#paths.get(bytes);
    if (path !== undefined) this.#used.add(path);
  }

  /** Names the files that no lesson has, by folder. @param documents that are imported */
  left(documents: ReadonlySet<string>): ImportNote[] {
    const paths = [...this.#files.keys()].filter(
      (path) => !this.#used.has(path) && !documents.has(path) && !isDocument(path) && !OF_PROJECT.test(path) && !REQUIREMENTS.test(path),
    );
    return [...Map.groupBy(paths, folderOf)].map(([folder, inside]) => {
      const names = inside.slice(0, NAMED_MAX).map(baseName).join(', ');
      const more = inside.length > NAMED_MAX ? ` and ${inside.length - NAMED_MAX} more` : '';
      return { place: folder === '' ? 'Collection' : folder, reason: `No lesson uses ${names}${more}.` };
    });
  }

  /** Names the packages that the collection asks for and no code imports by its name. */
  unusedRequirements(imported: ReadonlySet<string>): ImportNote[] {
    const known = new Set([...imported].map(packageKey));
    const unused = [...this.#required].filter(([name]) => !known.has(packageKey(name)) && !BASE.has(packageKey(name)));
    return [...Map.groupBy(unused, ([, path]) => path)].map(([path, names]) => ({
      place: path,
      reason: `No code imports ${names
        .map(([name]) => name)
        .join(', ')
        .slice(0, 500)}. Add them to the packages of lessons that need them.`,
    }));
  }

  #readRequirements(path: string, text: string): void {
    for (const [name, version] of readRequirements(baseName(path), text)) {
      if (version !== null) this.versions.set(packageKey(name), version);
      this.#required.set(name, path);
    }
  }
}

/** Packages of the base environments. */
const BASE = new Set(['numpy', 'pandas', 'matplotlib']);

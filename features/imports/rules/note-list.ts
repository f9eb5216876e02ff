import { IMPORT_LIMITS, type ImportNote } from '../contract/import-file.ts';

/** Notes in the order of the file. Beyond the limit they are only counted and reported as one. */
export class NoteList {
  readonly #notes: ImportNote[] = [];
  #more = 0;

  readonly add = (place: string, reason: string): void => {
    if (this.#notes.length < IMPORT_LIMITS.notes) this.#notes.push({ place, reason });
    else this.#more++;
  };

  get all(): ImportNote[] {
    return this.#more === 0 ? this.#notes : [...this.#notes, { place: '', reason: `Couldn’t import ${this.#more} more items unchanged.` }];
  }
}

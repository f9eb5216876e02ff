import { IMPORT_LIMITS, type ImportNote } from '#contract/import-file.ts';

/** What did not fit, in the order of the file; from the limit on only counted, and told as one. */
export class NoteList {
  readonly #notes: ImportNote[] = [];
  #more = 0;

  readonly add = (place: string, reason: string): void => {
    if (this.#notes.length < IMPORT_LIMITS.notes) this.#notes.push({ place, reason });
    else this.#more++;
  };

  get all(): ImportNote[] {
    return this.#more === 0 ? this.#notes : [...this.#notes, { place: '', reason: `${this.#more} more things did not fit.` }];
  }
}

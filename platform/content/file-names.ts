/** Whether two file names are the same: accented letters have two encodings, and macOS and Linux don't use the same one. */
export function isSameName(one: string, other: string): boolean {
  return one === other || one.normalize('NFC') === other.normalize('NFC');
}

/** What two names have in common that are one file on some systems: they differ only in case, or in the encoding of their letters. */
export function caseFolded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const NATURAL = new Intl.Collator('en', { numeric: true });

/** The order in which people number files: `day2` before `day10`. */
export function compareNames(one: string, other: string): number {
  return NATURAL.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

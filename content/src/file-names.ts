/** Whether two file names are the same: accented letters have two encodings, and macOS and Linux don't use the same one. */
export function isSameName(one: string, other: string): boolean {
  return one === other || one.normalize('NFC') === other.normalize('NFC');
}

/** What two names have in common that are one file on some systems: they differ only in case, or in the encoding of their letters. */
export function caseFolded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

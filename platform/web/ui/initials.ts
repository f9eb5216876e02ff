/** Initials from first and last name: `Ada Lovelace` gives `AL`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words;
  return ends.map(firstLetter).join('').toUpperCase() || '?';
}

function firstLetter(word = ''): string {
  const code = word.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

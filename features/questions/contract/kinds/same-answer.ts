/** How two short texts are compared. `wildcards`: an asterisk in the expected one stands for any characters. */
export type TextMatch = 'exact' | 'ignore-case' | 'wildcards';

/** A text in the form in which answers are compared: composed (NFC), spaces of any kind folded to one, none at the ends. */
export function foldSpaces(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\s\u{a0}\u{200b}\u{feff}]+/gu, ' ')
    .trim();
}

/** Whether a typed text is the expected one. Takes time linear in both texts for each asterisk. */
export function isSameAnswer(expected: string, typed: string, match: TextMatch): boolean {
  const [wanted, given] = [foldSpaces(expected), foldSpaces(typed)];
  if (match === 'exact') return wanted === given;
  const [plainWanted, plainGiven] = [withoutCase(wanted), withoutCase(given)];
  return match === 'ignore-case' ? plainWanted === plainGiven : fitsWildcards(plainWanted, plainGiven);
}

/** A text in which letter case doesn't count. */
export function withoutCase(text: string): string {
  // Through upper case, so that ß and ss, and the two small sigmas, are the same.
  return text.toUpperCase().toLowerCase();
}

/** The pieces between asterisks occur one after the other; each is searched from where the one before ended. */
function fitsWildcards(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

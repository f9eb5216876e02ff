import { findLookAlike, keyboardSigns, lookAlikeSentence } from '#platform/contract/same-text.ts';
import { withoutInvisible } from './plain-signs.ts';

/** How two short texts are compared. `wildcards`: an asterisk in the expected one stands for any characters. */
export type TextMatch = 'exact' | 'ignore-case' | 'wildcards';

/** A text in the form in which answers are compared: composed (NFC), spaces of any kind folded to one, none at the ends, nothing invisible. */
export function foldSpaces(text: string): string {
  return withoutInvisible(text).normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** Whether a typed text is the expected one. Where letter case counts, all signs do: such a text may be code. */
export function isSameAnswer(expected: string, typed: string, match: TextMatch): boolean {
  return comparedWith(typed)(expected, match);
}

/** {@link isSameAnswer} for one typed text and many expected ones. Takes time linear in both texts for each asterisk. */
export function comparedWith(typed: string): (expected: string, match: TextMatch) => boolean {
  const given = foldSpaces(typed);
  const plain = withKeyboardSigns(withoutCase(given));
  const forms = [...new Set([plain, withoutFullStop(plain)])];
  return (expected, match) => {
    const wanted = foldSpaces(expected);
    if (match === 'exact') return wanted === given;
    const plainWanted = withKeyboardSigns(withoutCase(wanted));
    return forms.some((form) => (match === 'ignore-case' ? plainWanted === form : fitsWildcards(plainWanted, form)));
  };
}

/** Without what ends a sentence: a point behind a word, but not that of a path such as `..`. */
function withoutFullStop(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N})])\.$/u, '');
}

/** With the signs of a keyboard in place of those that phones put in, and of the wide ones of Asian keyboards. */
export function withKeyboardSigns(text: string): string {
  return keyboardSigns(text.replaceAll(/[\u{ff01}-\u{ff5e}]/gu, (wide) => wide.normalize('NFKC')));
}

/** Says which character of a typed text only looks right; null: it doesn't look like an expected one. */
export function noteOnLookAlike(expected: readonly string[], typed: string): string | null {
  const given = foldSpaces(typed);
  const givenInAnyCase = withoutCase(given);
  for (const each of expected) {
    const wanted = foldSpaces(each);
    // A look-alike has at most three characters.
    if (wanted.length > 3 * given.length || given.length > 3 * wanted.length) continue;
    const found = findLookAlike(wanted, given) ?? findLookAlike(withoutCase(wanted), givenInAnyCase);
    if (found) return lookAlikeSentence('It', found);
  }
  return null;
}

/** A text in which letter case doesn't count. */
export function withoutCase(text: string): string {
  // To upper case and back, so that ß, ẞ and ss, and the two small sigmas, are the same. The small form of İ keeps its dot as a character.
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('i\u{307}', 'i');
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

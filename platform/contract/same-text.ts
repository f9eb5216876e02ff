/**
 * Compares texts as people see them: how a character is encoded doesn't count, and one that only looks like another is named.
 * runner/pycheck/src/pycheck/texts.py has the same rules; testing/comparisons/cases.json keeps them the same.
 */

/** A text in the form in which it is searched: letters composed (NFC), lines ending as on Linux. */
export function composed(text: string): string {
  return text.normalize().replaceAll('\r\n', '\n');
}

/** The lines of an output: without white space at their ends, and without empty lines at the end. */
export function outputLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Whether two texts are the same, however their characters are encoded: é is one character, or e with an accent. */
export function sameText(one: string, other: string): boolean {
  return one === other || one.normalize() === other.normalize();
}

/** Characters that look like those of a keyboard: what they are called, and what they look like. */
const LOOK_ALIKES: ReadonlyMap<string, readonly [name: string, plain: string]> = new Map(
  (
    [
      ['\u00A0\u202F', 'a non-breaking space', ' '],
      ['\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u205F\u3000', 'a space of another width', ' '],
      ['\u200B\u200C\u200D\u2060\uFEFF', 'an invisible character', ''],
      ['\u00AD', 'a soft hyphen', ''],
      ['‘’‚′ʼ', 'a curly quote', "'"],
      ['“”„″', 'a curly quote', '"'],
      ['\u2010\u2011', 'another hyphen', '-'],
      ['\u2012\u2013', 'an en dash', '-'],
      ['\u2014\u2015', 'an em dash', '-'],
      ['\u2212', 'a minus sign', '-'],
      ['\u00D7', 'a multiplication sign', 'x'],
      ['\u2026', 'an ellipsis', '...'],
      ['\u037E', 'a Greek question mark', ';'],
      ['\u02D0\uA789', 'another colon', ':'],
    ] as const
  ).flatMap(([characters, name, plain]) => Array.from(characters, (character) => [character, [name, plain]] as const)),
);

/** Letters of other alphabets that look like Latin ones, and those. */
const LETTERS = new Map([
  ...pairs('АВЕКМНОРСТХЅІЈаеорсухѕіј', 'ABEKMHOPCTXSIJaeopcyxsij', 'Cyrillic'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο', 'ABEZHIKMNOPTYXo', 'Greek'),
]);

function pairs(letters: string, latin: string, alphabet: string): [string, readonly [name: string, plain: string]][] {
  return Array.from(letters, (letter, index) => [letter, [`the ${alphabet} letter ${letter}`, latin[index] ?? '']]);
}

function lookAlike(character: string): readonly [name: string, plain: string] | undefined {
  return LOOK_ALIKES.get(character) ?? LETTERS.get(character);
}

/** The text in characters of a keyboard. */
function plainText(text: string): string {
  return Array.from(text.normalize(), (character) => lookAlike(character)?.[1] ?? character).join('');
}

/** A text with the quotes, dashes and other signs of a keyboard in place of those that phones and text processors put in. */
export function keyboardSigns(text: string): string {
  return text.replaceAll(/[^\0-\u{7f}]/gu, (sign) => LOOK_ALIKES.get(sign)?.[1].trim() || sign);
}

function named(character: string | undefined): string {
  if (character === undefined) return 'nothing';
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const name = lookAlike(character)?.[0] ?? (character === ' ' ? 'a space' : `“${character}”`);
  return `${name} (${code})`;
}

/** A character that only looks like the one that is expected. */
interface LookAlike {
  /** Its number in the text, from 1. */
  readonly number: number;
  /** It and the expected one, with their names. */
  readonly found: string;
  readonly expected: string;
}

/** The first character of a text that only looks right; null: the texts are the same, or don't look the same. */
export function findLookAlike(expected: string, actual: string): LookAlike | null {
  if (sameText(expected, actual) || plainText(expected) !== plainText(actual)) return null;
  const [wanted, found] = [Array.from(expected.normalize()), Array.from(actual.normalize())];
  const at = found.findIndex((character, index) => character !== wanted[index]);
  const index = at === -1 ? found.length : at;
  return { number: index + 1, found: named(found[index]), expected: named(wanted[index]) };
}

/** Says which character of `what` only looks right. `showsExpected`: also what it should be. */
export function lookAlikeSentence(what: string, { number, found, expected }: LookAlike, showsExpected = false): string {
  const rest = showsExpected ? `. It should be ${expected}.` : ', which isn’t the one that is asked for.';
  return `${what} looks right, but character ${number} is ${found}${rest}`;
}

/** Whether a text has a part that only looks like the one that is searched. */
export function hasLookAlike(text: string, part: string): boolean {
  return part !== '' && plainText(text).includes(plainText(part));
}

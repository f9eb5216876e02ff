const STRONG = /\p{L}/u;
/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

export type Direction = 'ltr' | 'rtl';

/**
 * The direction of a text, which its first letter has; null: it has no letter.
 *
 * @param around in a text from right to left, one letter of its scripts is enough: foreign words come first, too
 */
export function directionOf(text: string, around: Direction = 'ltr'): Direction | null {
  if (around === 'rtl' && RIGHT_TO_LEFT.test(text)) return 'rtl';
  const letter = STRONG.exec(text)?.[0];
  return letter === undefined ? null : RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

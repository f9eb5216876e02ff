const STRONG = /\p{L}/u;
/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

export type Direction = 'ltr' | 'rtl';

/** The direction of a text, which its first letter has; null: it has no letter. */
export function directionOf(text: string): Direction | null {
  const letter = STRONG.exec(text)?.[0];
  return letter === undefined ? null : RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

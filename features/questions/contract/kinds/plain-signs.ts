/** Digits of other scripts begin with these zeros: Arabic, Persian, Devanagari, Bengali. */
const ZEROS = [0x6_60, 0x6_f0, 0x9_66, 0x9_e6];

/** Characters that nobody sees: they come along when text is copied. Joiners are not among them: they change how words are written. */
const INVISIBLE = /[\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}\u{2066}-\u{2069}\u{feff}]|[\u{fe00}-\u{fe0f}]/gu;

export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

/**
 * A number or formula in the characters of a keyboard. Raised digits are powers and fractions are decimals, so that 10² is not read as
 * 102, nor 1½ as 11.
 */
export function plainSigns(text: string): string {
  return withoutInvisible(text)
    .replaceAll(/[⁺⁻⁰¹²³⁴-⁹]+/g, (raised) => `^${raised.normalize('NFKC')}`)
    .replaceAll(/(?<!\d)(\d*) ?([¼-¾⅐-⅞])/g, (_, whole: string, fraction: string) => String(Number(whole) + fractionOf(fraction)))
    .replaceAll(/[º˚]/g, '°')
    .normalize('NFKC')
    .replaceAll(/[٠-٩۰-۹०-९০-৯]/g, digitOf)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('٪', '%')
    .replaceAll(/[\u{2010}-\u{2015}\u{2212}]/gu, '-')
    .replaceAll(/[·⋅∙•∗×]/g, '*')
    .replaceAll('÷', '/');
}

function fractionOf(fraction: string): number {
  const [above = '', below = ''] = fraction.normalize('NFKC').split('⁄');
  return Number(above) / Number(below);
}

function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
}

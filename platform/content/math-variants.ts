/** Where the letters and digits of a style begin in Unicode: capitals, small letters, digits, Greek capitals, Greek small letters. */
const STARTS: Readonly<Record<string, readonly [number, number, number?, number?, number?]>> = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce, 0x1d6a8, 0x1d6c2],
  italic: [0x1d434, 0x1d44e, undefined, 0x1d6e2, 0x1d6fc],
  'bold-italic': [0x1d468, 0x1d482, undefined, 0x1d71c, 0x1d736],
  script: [0x1d49c, 0x1d4b6],
  'bold-script': [0x1d4d0, 0x1d4ea],
  fraktur: [0x1d504, 0x1d51e],
  'bold-fraktur': [0x1d56c, 0x1d586],
  'double-struck': [0x1d538, 0x1d552, 0x1d7d8],
  'sans-serif': [0x1d5a0, 0x1d5ba, 0x1d7e2],
  'bold-sans-serif': [0x1d5d4, 0x1d5ee, 0x1d7ec],
  'sans-serif-italic': [0x1d608, 0x1d622],
  'sans-serif-bold-italic': [0x1d63c, 0x1d656],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6],
};

/** Letters that Unicode had before it had their style. */
const ELSEWHERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  italic: { h: 'ℎ' },
  script: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  fraktur: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' },
  'double-struck': { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
};

/**
 * Writes the styled letters of MathML as the characters that Unicode has for them: browsers only know the style `normal`.
 *
 * @param mathml as KaTeX writes it
 */
export function withStyledLetters(mathml: string): string {
  return mathml.replace(/<(m[ino]|mtext) mathvariant="([a-z-]+)">([^<]*)/g, (whole: string, tag: string, style: string, text: string) => {
    if (!(style in STARTS)) return whole;
    const styled = Array.from(text, (letter) => styledLetter(style, letter));
    // A single letter is shown in italics otherwise, and is its own style now.
    return styled.every((letter) => letter !== null) ? `<${tag}>${styled.join('')}` : whole;
  });
}

function styledLetter(style: string, letter: string): string | null {
  const [capitals, small, digits, greekCapitals, greekSmall] = STARTS[style] ?? [0, 0];
  const elsewhere = ELSEWHERE[style]?.[letter];
  if (elsewhere !== undefined) return elsewhere;
  const from = (start: number | undefined, first: string) =>
    start === undefined ? null : String.fromCodePoint(start + (letter.codePointAt(0) ?? 0) - (first.codePointAt(0) ?? 0));
  if (letter >= 'A' && letter <= 'Z') return from(capitals, 'A');
  if (letter >= 'a' && letter <= 'z') return from(small, 'a');
  if (letter >= '0' && letter <= '9') return from(digits, '0');
  if (letter >= 'Α' && letter <= 'Ω') return from(greekCapitals, 'Α');
  if (letter >= 'α' && letter <= 'ω') return from(greekSmall, 'α');
  return null;
}

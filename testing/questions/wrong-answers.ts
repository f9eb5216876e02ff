/** Wrong answers are made here, without the judges, and so many are tried for each question. */
export const WRONG = 20;

/** Texts that differ from this one: a letter less, more or another one, two swapped. */
export function edited(text: string): string[] {
  const letters = Array.from(text);
  const each = letters.flatMap((letter, at) => [
    letters.toSpliced(at, 1).join(''),
    letters.with(at, 'ж').join(''),
    letters.toSpliced(at, 2, letters[at + 1] ?? '', letter).join(''),
  ]);
  const longer = Array.from({ length: WRONG }, (_, at) => `${text}${'uvwxyz'[at % 6]}${at}`);
  return [...each, ...longer];
}

/** Different even for somebody who minds neither letter case nor spaces. */
export function reallyWrong(given: readonly string[], right: readonly string[]): string[] {
  const plain = (text: string) => text.normalize('NFC').replaceAll(/\s/g, '').toUpperCase();
  const known = new Set(right.map(plain));
  return given.filter((each) => !known.has(plain(each))).slice(0, WRONG);
}

/** Other numbers: off by powers of ten, by the sign, and by more than the tolerance. */
export function wrongNumbers(value: number, tolerance: number): number[] {
  const step = Math.max(tolerance, Math.abs(value) * 1e-6);
  const factors = [10, 0.1, 100, 0.01, -1, 2, 0.5, 1.5].map((factor) => value * factor);
  return [...factors, ...[1.1, 1.5, 2, 3, 5, 10].flatMap((times) => [value + times * step, value - times * step])];
}

/** All lists of different items, of any length. */
export function arrangements<T>(items: readonly T[]): T[][] {
  return [[], ...items.flatMap((item, at) => arrangements(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))];
}

/** The most numbers that a range becomes: a slip of the keyboard must not fill the box. */
const RANGE_MAX = 2_000;
const RANGE = /(\d{1,9})\s*[-–—]\s*(\d{1,9})/g;
/** A range that is still being typed. */
const OPEN_RANGE = /\d{1,9}[-–—]\d{0,9}$/;

/**
 * Keeps what a list of lesson numbers may contain: digits, commas and spaces. Other separators become commas, line ends and tabs become
 * spaces, and ranges such as `203-205` are written out.
 *
 * @param isWhole False: it is being typed, and a range at its end may go on.
 */
export function cleanLessonNumbers(text: string, isWhole = false): string {
  const open = isWhole ? '' : (OPEN_RANGE.exec(text)?.[0] ?? '');
  const spread = text.slice(0, text.length - open.length).replace(RANGE, (_, from: string, to: string) => writtenOut(from, to));
  const clean = spread.replace(/\s/g, ' ').replace(/[^\d, ]+/g, (other, at: number) => {
    if (!/\d/.test(spread[at - 1] ?? '')) return '';
    const next = spread[at + other.length];
    // Letters at the end vanish as they are typed; a mark there separates what follows.
    if (next === undefined) return open === '' && /^\p{L}+$/u.test(other) ? '' : ', ';
    return /\d/.test(next) ? ', ' : '';
  });
  return clean + open;
}

function writtenOut(from: string, to: string): string {
  const count = Number(to) - Number(from) + 1;
  if (count < 1 || count > RANGE_MAX) return `${from}, ${to}`;
  return Array.from({ length: count }, (_, index) => Number(from) + index).join(', ');
}

/** Parses a list of numbers and ranges, with any separators: each once, in order. */
export function parseLessonNumbers(text: string): number[] {
  const parts = cleanLessonNumbers(text, true)
    .split(/[ ,]+/)
    .filter((part) => part !== '');
  return [...new Set(parts.map(Number))];
}

/** A few lesson numbers, or names of folders: `101, 102 and 7 more`. */
export function listNumbers(numbers: readonly (number | string)[], most = 12): string {
  if (numbers.length <= most) return numbers.join(', ');
  return `${numbers.slice(0, most).join(', ')} and ${numbers.length - most} more`;
}

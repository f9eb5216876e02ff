/** Keeps what a list of lesson numbers may contain: digits, commas and spaces. Line ends and tabs become spaces. */
export function cleanLessonNumbers(text: string): string {
  return text.replace(/\s/g, ' ').replace(/[^\d, ]/g, '');
}

/** Parses a list of numbers, split on commas and spaces: each once, in order. */
export function parseLessonNumbers(text: string): number[] {
  const parts = text.split(/[ ,]+/).filter((part) => part !== '');
  return [...new Set(parts.map(Number))];
}

/** A few lesson numbers, or names of folders: `101, 102 and 7 more`. */
export function listNumbers(numbers: readonly (number | string)[], most = 12): string {
  if (numbers.length <= most) return numbers.join(', ');
  return `${numbers.slice(0, most).join(', ')} and ${numbers.length - most} more`;
}

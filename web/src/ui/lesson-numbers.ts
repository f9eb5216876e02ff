/** What may stand in a list of lesson numbers (A §5): digits, commas and spaces; line ends and tabs become spaces. */
export function cleanLessonNumbers(text: string): string {
  return text.replace(/\s/g, ' ').replace(/[^\d, ]/g, '');
}

/** The numbers of a list that is split on commas and spaces (A §5), each once, in the order they were typed in. */
export function parseLessonNumbers(text: string): number[] {
  const parts = text.split(/[ ,]+/).filter((part) => part !== '');
  return [...new Set(parts.map(Number))];
}

/** A few lesson numbers as a person reads them: `101, 102 and 7 more`. */
export function listNumbers(numbers: readonly number[], most = 12): string {
  if (numbers.length <= most) return numbers.join(', ');
  return `${numbers.slice(0, most).join(', ')} and ${numbers.length - most} more`;
}

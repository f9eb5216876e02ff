/** A value that is no text, as people read it: a list by line, yes and no, nothing for nothing. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(shownValue).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** A value that is not text, formatted for people: lists and maps by line, booleans as Yes and No. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(shownValue).join('\n');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, item]) => `${key.replaceAll('_', ' ')}: ${shownValue(item)}`)
      .join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

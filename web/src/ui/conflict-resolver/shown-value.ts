/** A value that is no text, as people read it: a list by line, a map by line, yes and no, nothing for nothing. */
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

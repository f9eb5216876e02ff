/** The row that a key moves to; null for other keys. */
export function nextRow(key: string, current: number, count: number, perPage: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(current + 1, last);
    case 'ArrowUp':
      return Math.max(current - 1, 0);
    case 'PageDown':
      return Math.min(current + perPage, last);
    case 'PageUp':
      return Math.max(current - perPage, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

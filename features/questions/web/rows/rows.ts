/** Rows that are written like a list: options, answers, lines. Blank ones are only on the page. */
export interface RowKind<T> {
  readonly blank: T;
  /** Nothing is written or chosen in it. */
  readonly isBlank: (row: T) => boolean;
  /** How many rows there are to begin with. */
  readonly first: number;
  /** With this many that are written, no blank one is offered. */
  readonly enough: number;
}

/** The rows without the blank ones: what is saved. */
export function filledRows<T>({ isBlank }: RowKind<T>, rows: readonly T[]): T[] {
  return rows.filter((row) => !isBlank(row));
}

/**
 * The rows that a form shows: an unfinished list has blank rows to fill in.
 *
 * @param rows Those that it shows now; their blank rows at the end stay.
 */
export function rowsFor<T>({ blank, isBlank, first, enough }: RowKind<T>, items: readonly T[], rows: readonly T[] = []): T[] {
  const filled = rows.findLastIndex((row) => !isBlank(row)) + 1;
  const count = Math.max(rows.length - filled, items.length < enough ? first - items.length : 0);
  return [...items, ...Array.from({ length: count }, () => blank)];
}

/** The rows with one of them moved up (-1) or down (+1); at an edge it stays. */
export function moveRow<T>(rows: readonly T[], from: number, by: -1 | 1): T[] {
  const to = from + by;
  if (from < 0 || to < 0 || from >= rows.length || to >= rows.length) return [...rows];
  return rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1));
}

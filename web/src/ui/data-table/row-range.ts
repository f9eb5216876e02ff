/** Height of a row, and of the header, in pixels; `--row-height` in the style sheets. */
export const ROW_HEIGHT = 34;
/** Rows that are made beyond those in sight, on either side, of a table that is scrolled. */
const OVERSCAN = 6;
/** The first and the last row that are made are multiples of it: not every row that is passed makes others. */
const STEP = 4;

/** Rows by their index: from `first` on, before `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** The rows to make where a table is scrolled down by `scrollTop` pixels and `height` of it, header included, are in sight. */
export function rowRange(scrollTop: number, height: number): RowRange {
  // At its top a table is searched, and what it shows is made again for every key: as little as there can be.
  if (scrollTop <= 0) return { first: 0, end: Math.max(0, Math.ceil(height / ROW_HEIGHT)) };
  const first = Math.floor(scrollTop / ROW_HEIGHT) - OVERSCAN;
  const end = Math.ceil((scrollTop + height - ROW_HEIGHT) / ROW_HEIGHT) + OVERSCAN;
  return { first: Math.max(0, Math.floor(first / STEP) * STEP), end: Math.max(0, Math.ceil(end / STEP) * STEP) };
}

/** Where a table must be scrolled to for a row to be in sight below the header; where it is when the row is. */
export function scrollTopFor(index: number, scrollTop: number, height: number): number {
  const top = index * ROW_HEIGHT;
  const lowest = top + 2 * ROW_HEIGHT - height;
  return Math.min(Math.max(scrollTop, lowest), top);
}

/** Height of a row and of the header in pixels; `--row-height` in CSS. */
export const ROW_HEIGHT = 34;
/** Rows rendered beyond the visible ones, on either side, of a scrolled table. */
const OVERSCAN = 6;
/** The rendered range is aligned to multiples of this, so that scrolling by one row renders nothing new. */
const STEP = 4;

/** Row indexes from `first` up to, but not including, `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** The rows to render when the table is scrolled by `scrollTop` pixels and `height` pixels, including the header, are visible. */
export function rowRange(scrollTop: number, height: number): RowRange {
  // Searching happens at the top, where every key renders new rows: render as few as possible.
  if (scrollTop <= 0) return { first: 0, end: Math.max(0, Math.ceil(height / ROW_HEIGHT)) };
  const first = Math.floor(scrollTop / ROW_HEIGHT) - OVERSCAN;
  const end = Math.ceil((scrollTop + height - ROW_HEIGHT) / ROW_HEIGHT) + OVERSCAN;
  return { first: Math.max(0, Math.floor(first / STEP) * STEP), end: Math.max(0, Math.ceil(end / STEP) * STEP) };
}

/** The scroll position that makes a row visible below the header; unchanged when it is visible. */
export function scrollTopFor(index: number, scrollTop: number, height: number): number {
  const top = index * ROW_HEIGHT;
  const lowest = top + 2 * ROW_HEIGHT - height;
  return Math.min(Math.max(scrollTop, lowest), top);
}

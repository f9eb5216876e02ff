import { type RefObject, useLayoutEffect, useState } from 'react';

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

interface RowWindow {
  /** Indexes of the rows to render, in order. */
  indexes: readonly number[];
  /** Height of all rows together, in pixels. */
  height: number;
  /** Scrolls just far enough for a row to be visible. */
  scrollTo: (index: number) => void;
}

const NONE: RowRange = { first: 0, end: 0 };

/**
 * Which of many equally high rows to render: those visible in `scroller`, some beyond, and `kept`, which must survive scrolling. Heights
 * are known, so only the scroller is measured.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, kept: number): RowWindow {
  const [range, setRange] = useState(NONE);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => {
      const next = rowRange(element.scrollTop, element.clientHeight);
      setRange((known) => (known.first === next.first && known.end === next.end ? known : next));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [scroller]);

  const end = Math.min(range.end, count);
  // A list that became shorter may be scrolled beyond its end until the browser corrects it.
  const first = Math.min(range.first, Math.max(0, end - (range.end - range.first)));
  const indexes = Array.from({ length: end - first }, (_, offset) => first + offset);
  if (kept < count && kept < first) indexes.unshift(kept);
  else if (kept < count && kept >= end) indexes.push(kept);
  return {
    indexes,
    height: count * ROW_HEIGHT,
    scrollTo: (index) => {
      const element = scroller.current;
      element?.scrollTo({ top: scrollTopFor(index, element.scrollTop, element.clientHeight) });
    },
  };
}

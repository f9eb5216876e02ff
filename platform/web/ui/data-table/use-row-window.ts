import { type RefObject, useLayoutEffect, useState } from 'react';
import { ROW_HEIGHT, rowRange, type RowRange, scrollTopFor } from './row-range.ts';

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

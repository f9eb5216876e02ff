import { type RefObject, useLayoutEffect, useState } from 'react';
import { ROW_HEIGHT, rowRange, type RowRange, scrollTopFor } from './row-range.ts';

interface RowWindow {
  /** The rows to make, by their index and in their order. */
  indexes: readonly number[];
  /** Height of all rows together, in pixels. */
  height: number;
  /** Scrolls as little as it takes for a row to be in sight. */
  scrollTo: (index: number) => void;
}

const NONE: RowRange = { first: 0, end: 0 };

/**
 * Which of many rows of one height exist: those in sight of `scroller`, some beyond, and `kept`, which must not vanish while one
 * scrolls away from it. All heights are known, so that nothing is measured but the scroller.
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
  // A list that became shorter may be scrolled beyond its end until the browser has moved it.
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

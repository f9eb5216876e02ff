import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { TableColumn } from './columns.ts';

/** In pixels. */
const NARROW = 760;
const NONE: ReadonlySet<string> = new Set();

/** The hidden columns: those the user hid, and those that don't fit a window of at most `narrow` pixels. */
export function useHiddenColumns<R>(
  columns: readonly Pick<TableColumn<R>, 'id' | 'isNarrow'>[],
  byChoice: ReadonlySet<string> = NONE,
  narrow: number = NARROW,
): ReadonlySet<string> {
  const isNarrow = useMediaQuery(`(max-width: ${narrow}px)`, false, { getInitialValueInEffect: false });
  return useMemo(() => {
    const misplaced = columns.filter((column) => column.isNarrow === (isNarrow ? false : 'only'));
    return misplaced.length === 0 ? byChoice : new Set([...byChoice, ...misplaced.map((column) => column.id)]);
  }, [columns, byChoice, isNarrow]);
}

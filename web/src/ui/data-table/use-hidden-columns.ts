import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import type { TableColumn } from './columns.ts';

const NARROW = '(max-width: 760px)';
const NONE: ReadonlySet<string> = new Set();

/** The columns that are not shown: those that a person hid, and those that a narrow window has no room for. */
export function useHiddenColumns<R>(
  columns: readonly Pick<TableColumn<R>, 'id' | 'isNarrow'>[],
  byChoice: ReadonlySet<string> = NONE,
): ReadonlySet<string> {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  return useMemo(() => {
    const misplaced = columns.filter((column) => column.isNarrow === (isNarrow ? false : 'only'));
    return misplaced.length === 0 ? byChoice : new Set([...byChoice, ...misplaced.map((column) => column.id)]);
  }, [columns, byChoice, isNarrow]);
}

import type { TableColumn } from './columns.ts';

/** Sort column and direction. */
export interface Sort {
  column: string;
  isDescending: boolean;
}

/** Parses a sort from an address: `title`, `-updated`. Null for a column that does not sort. */
export function parseSort<R>(text: unknown, columns: readonly Pick<TableColumn<R>, 'id' | 'sortValue'>[]): Sort | null {
  if (typeof text !== 'string') return null;
  const isDescending = text.startsWith('-');
  const column = isDescending ? text.slice(1) : text;
  return columns.some((candidate) => candidate.id === column && candidate.sortValue) ? { column, isDescending } : null;
}

/** The inverse of {@link parseSort}. */
export function formatSort(sort: Sort): string {
  return (sort.isDescending ? '-' : '') + sort.column;
}

/**
 * Sorts rows; equal rows keep their order in both directions. Texts are compared by code point, ignoring case, which is many times faster
 * than by locale: thirty thousand rows in a frame or two.
 */
export function sortRows<R>(rows: readonly R[], columns: readonly TableColumn<R>[], sort: Sort | null): readonly R[] {
  const value = columns.find((column) => column.id === sort?.column)?.sortValue;
  if (!sort || !value) return rows;
  const keyed = rows.map((row) => {
    const key = value(row);
    return { row, key: typeof key === 'string' ? key.toLowerCase() : key };
  });
  // Lists usually arrive in their default order.
  if (keyed.every(({ key }, index) => index === 0 || isInOrder(keyed[index - 1]?.key ?? key, key, sort))) return rows;
  const [less, more] = sort.isDescending ? [1, -1] : [-1, 1];
  keyed.sort((left, right) => (left.key < right.key ? less : left.key > right.key ? more : 0));
  return keyed.map((entry) => entry.row);
}

function isInOrder(former: string | number, latter: string | number, { isDescending }: Sort): boolean {
  return isDescending ? former >= latter : former <= latter;
}

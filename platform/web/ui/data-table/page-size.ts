import { LIMITS } from '#platform/contract/limits.ts';

/** Rows per page; null: all rows, scrolling. */
export type PageSize = number | null;

/** The available sizes, default first. */
export const PAGE_SIZES: readonly number[] = [LIMITS.tablePageSize, 25, 50, 100];

/** Number of pages, at least one. */
export function pageCount(rowCount: number, size: PageSize): number {
  return size === null ? 1 : Math.max(1, Math.ceil(rowCount / size));
}

/** The rows of a page; of the last page when there are fewer. */
export function rowsOfPage<R>(rows: readonly R[], page: number, size: PageSize): readonly R[] {
  if (size === null) return rows;
  const start = (Math.min(page, pageCount(rows.length, size)) - 1) * size;
  return rows.slice(start, start + size);
}

/** Page size and number from an address; invalid ones are ignored. */
export function parsePaging(search: Record<string, unknown>): { size?: number; page?: number } {
  const size = Number(search['size']);
  const page = Number(search['page']);
  return { ...(PAGE_SIZES.includes(size) ? { size } : {}), ...(Number.isInteger(page) && page > 1 ? { page } : {}) };
}

import { LIMITS } from '#contract/limits.ts';

/** Rows on a page; null: all of them, by scrolling. */
export type PageSize = number | null;

/** The sizes on offer. The first is the default of B §9. */
export const PAGE_SIZES: readonly number[] = [LIMITS.tablePageSize, 25, 50, 100];

/** Pages from 1; at least one. */
export function pageCount(rowCount: number, size: PageSize): number {
  return size === null ? 1 : Math.max(1, Math.ceil(rowCount / size));
}

/** The rows of a page; of the last one where there are fewer pages. */
export function rowsOfPage<R>(rows: readonly R[], page: number, size: PageSize): readonly R[] {
  if (size === null) return rows;
  const start = (Math.min(page, pageCount(rows.length, size)) - 1) * size;
  return rows.slice(start, start + size);
}

/** The size and the page that an address tells; what makes no sense there is left out. */
export function parsePaging(search: Record<string, unknown>): { size?: number; page?: number } {
  const size = Number(search['size']);
  const page = Number(search['page']);
  return { ...(PAGE_SIZES.includes(size) ? { size } : {}), ...(Number.isInteger(page) && page > 1 ? { page } : {}) };
}

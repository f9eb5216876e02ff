import type { AuditFilter } from '../contract/audit.ts';

/** The audit page's filters in its address. */
export type AuditSearch = Omit<AuditFilter, 'kind'> & {
  /** One kind, or `all`; missing: deeds. Unknown ones are ignored. */
  kind?: string;
  /** Only entries older than this id. */
  before?: number;
};

const LARGEST_ID = 2_147_483_647;
/** Minimum of each number. */
const NUMBERS = { lesson: 0, person: 1, release: 1, before: 1 } as const;
const TEXTS = {
  action: /^[A-Za-z-]{1,50}(\.[A-Za-z-]{1,50})?$/,
  kind: /^[a-z-]{1,20}$/,
  thing: /^.{1,320}$/,
  from: /^\d{4}-\d\d-\d\d$/,
  to: /^\d{4}-\d\d-\d\d$/,
} as const;

/**
 * Reads the filters from an address and ignores invalid ones. Written by hand: the contract's schemas would add to the first load of
 * every page.
 */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const numbers = Object.entries(NUMBERS).flatMap(([name, least]) => {
    const given = search[name];
    const value = given === undefined || given === '' ? Number.NaN : Number(given);
    return Number.isInteger(value) && value >= least && value <= LARGEST_ID ? [[name, value]] : [];
  });
  const texts = Object.entries(TEXTS).flatMap(([name, form]) => {
    const given = search[name];
    return typeof given === 'string' && form.test(given) ? [[name, given]] : [];
  });
  return Object.fromEntries([...numbers, ...texts]) as AuditSearch;
}

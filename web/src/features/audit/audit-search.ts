import { AuditFilter } from '#contract/audit.ts';

/** What the audit page looks for, as it stands in its address. */
export type AuditSearch = AuditFilter & {
  /** Only what is older than the line with this id. */
  before?: number;
};

/** Reads an address. Whatever makes no sense there is left out, each part for itself. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const fields = Object.entries(AuditFilter.shape).flatMap(([name, schema]) => {
    const given = search[name] === '' ? undefined : search[name];
    const { data } = schema.safeParse(given);
    return data === undefined ? [] : [[name, data]];
  });
  const before = Number(search['before']);
  return { ...(Object.fromEntries(fields) as AuditFilter), ...(Number.isInteger(before) && before > 0 ? { before } : {}) };
}

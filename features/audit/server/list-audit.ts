import type { RouteReply } from '#platform/contract/route.ts';
import type { Db } from '#platform/server/database/database.ts';
import type { AuditFilter, AuditLine, auditRoutes } from '../contract/audit.ts';
import { actionLabel } from './actions.ts';
import { describeLines } from './describe-lines.ts';
import { listAuditChoices, listAuditRows, listVersionsMade } from './queries.ts';

/** Entries per query of an export. */
const EXPORT_BATCH = 1_000;

/** Returns a page of the audit trail, newest first. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<RouteReply<typeof auditRoutes.listAudit>> {
  // One more than requested shows whether there is another page.
  const rows = await listAuditRows(db, filter, { before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const versions = await listVersionsMade(
    db,
    shown.map(({ id }) => id),
  );
  return { lines: await describeLines(db, shown, versions), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** Returns the values the trail can be filtered by. */
export async function getAuditChoices(db: Db): Promise<RouteReply<typeof auditRoutes.listAuditChoices>> {
  const { people, releases, actions } = await listAuditChoices(db);
  return {
    people: people.map(({ id, name, email }) => ({ id, name: name ?? email })),
    releases,
    actions: actions.map((action) => ({ action, text: actionLabel(action) })).toSorted((one, other) => one.text.localeCompare(other.text)),
  };
}

/** Yields every entry of a filter in batches, so that an export of years needs little memory. */
export async function* exportAuditRows(db: Db, filter: AuditFilter): AsyncGenerator<AuditLine[]> {
  let before: number | undefined;
  for (;;) {
    const rows = await listAuditRows(db, filter, { before, limit: EXPORT_BATCH });
    if (rows.length === 0) return;
    yield await describeLines(db, rows);
    before = rows.at(-1)?.id;
  }
}

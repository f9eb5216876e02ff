/** The table of examinations. */

import { sql } from 'kysely';
import { isCurrent } from '#features/runs/server/index.ts';
import { documentKind } from '#platform/content/document-kind.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { TrustReport, type CheckTrust } from '../contract.ts';

/** A report as it is stored. The default of a new field goes into `defaults`. */
export const TRUST_REPORT = documentKind<TrustReport>(TrustReport, { defaults: { not_tried: [] }, first: [] });

/** The last examinations, by screen. `fingerprintOf`: of the screen as it is now. */
export async function findTrust(handle: Handle, fingerprints: ReadonlyMap<number, string>): Promise<Map<number, CheckTrust>> {
  if (fingerprints.size === 0) return new Map();
  const rows = await handle
    .selectFrom('check_trust')
    .select(['screen_id', 'fingerprint', 'report', 'examined_at'])
    .where('screen_id', 'in', [...fingerprints.keys()])
    .execute();
  return new Map(
    rows.map(({ screen_id, fingerprint, report, examined_at }) => [
      screen_id,
      {
        ...readReport(report),
        is_current: isCurrent(fingerprint, fingerprints.get(screen_id) ?? ''),
        examined_at: examined_at.toISOString(),
      },
    ]),
  );
}

/** The screens of a release whose last examination found something, of whatever state of theirs. */
export async function listDoubtedScreens(handle: Handle, releaseId: number): Promise<{ lesson_id: number; screen_id: number }[]> {
  return handle
    .selectFrom('check_trust as t')
    .innerJoin('screens as s', 's.id', 't.screen_id')
    .innerJoin('lessons as l', 'l.id', 's.lesson_id')
    .where('l.release_id', '=', releaseId)
    .where('l.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .where(sql<number>`jsonb_array_length(t.report -> 'findings')`, '>', 0)
    .select(['s.lesson_id', 't.screen_id'])
    .execute();
}

/** Findings of earlier versions have no cause. */
function readReport(stored: unknown): TrustReport {
  const report = TRUST_REPORT.read(stored);
  return { ...report, findings: report.findings.map((finding) => ({ ...finding, cause: finding.cause ?? null })) };
}

export async function putTrust(handle: Handle, screenId: number, fingerprint: string, report: TrustReport): Promise<void> {
  const values = { fingerprint, report: JSON.stringify(report), examined_at: new Date() };
  await handle
    .insertInto('check_trust')
    .values({ screen_id: screenId, ...values })
    .onConflict((conflict) => conflict.column('screen_id').doUpdateSet(values))
    .execute();
}

import type { Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import { lockReleaseRow } from './abandoned-queries.ts';

/**
 * Prevents the deletion of a release until the transaction ends, for callers that add to it. @throws AppError
 * `not_found`
 */
export async function lockRelease(tx: Tx, id: number): Promise<void> {
  if (!(await lockReleaseRow(tx, id))) throw notFound('release');
}

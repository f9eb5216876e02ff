import type { Tx } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { lockReleaseRow } from './abandoned-queries.ts';

/**
 * Prevents the deletion of a release until the transaction ends, for callers that add to it. @throws AppError
 * `not_found`
 */
export async function lockRelease(tx: Tx, id: number): Promise<void> {
  if (!(await lockReleaseRow(tx, id))) throw notFound('release');
}

import type { Tx } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { lockReleaseRow } from './abandoned-queries.ts';

/** Keeps a release in the product until the transaction ends, for whoever puts something into it. @throws AppError `not_found` */
export async function holdRelease(tx: Tx, id: number): Promise<void> {
  if (!(await lockReleaseRow(tx, id))) throw notFound('release');
}

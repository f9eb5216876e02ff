import type { ReviewStatus } from '#features/review/contract/pull-requests.ts';
import type { Tx } from '#platform/server/database/database.ts';

/**
 * An approval is of a state: an approved pull request whose release changes is in review again. This must be in the transaction of the
 * save, so it is here and not in review, which comes later.
 */
export function approvalEnd(tx: Pick<Tx, 'updateTable'>, releaseId: number) {
  return tx
    .updateTable('pull_requests')
    .set({ status: 'In review' satisfies ReviewStatus })
    .where('release_id', '=', releaseId)
    .where('state', '=', 'open')
    .where('status', '=', 'Approved');
}

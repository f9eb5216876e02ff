import { listActiveUsers, listUsersOfSubjects, type User } from '#features/accounts/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { REVIEWER_ROLES } from '../review.policy.ts';
import { listReviewRows, type StoredPull, type StoredReview } from './pulls/pull-request-queries.ts';
import { lastObjections } from './pulls/review-status.ts';

type Deps = Pick<Platform, 'db' | 'codeHost'>;

/** The people of this product behind a pull request. */
export interface Reviewers {
  /** Oldest first. `user_id` is also set for a review on the code host by an account that a user signs in with here. */
  readonly reviews: readonly StoredReview[];
  /** Who opened it; null: no user here, as far as known. */
  readonly opener: number | null;
  /** Everyone on staff with access. */
  readonly staff: readonly User[];
  /** Those with access whose last verdict asks for changes. */
  readonly objectors: readonly StoredReview[];
}

/**
 * Recognizes the reviewers of a pull request and who opened it. On a code host people have accounts of that host: an account belongs to the
 * person who signs in here with it, whatever its name is.
 */
export async function recognizeReviewers({ db, codeHost }: Deps, pull: StoredPull): Promise<Reviewers> {
  const stored = await listReviewRows(db, pull.id);
  const accounts = [pull.opened_by_host_user, ...stored.map(({ host_user }) => host_user)].filter((id) => id !== null);
  const { accountIssuer } = codeHost;
  const users = accountIssuer === null ? new Map<string, number>() : await listUsersOfSubjects(db, accountIssuer, accounts);
  const userOf = (known: number | null, account: string | null) => known ?? (account === null ? null : (users.get(account) ?? null));
  const reviews = stored.map((review) => ({ ...review, user_id: userOf(review.user_id, review.host_user) }));
  const staff = (await listActiveUsers(db, REVIEWER_ROLES)).filter(({ name }) => name !== null);
  return {
    reviews,
    opener: userOf(pull.opened_by, pull.opened_by_host_user),
    staff,
    objectors: lastObjections(reviews).filter((review) => !hasLeft(review, staff)),
  };
}

/** Whether a reviewer no longer has access. Those who are known on the code host only have it there, as the host says. */
export function hasLeft({ user_id }: Pick<StoredReview, 'user_id'>, staff: readonly Pick<User, 'id'>[]): boolean {
  return user_id !== null && !staff.some(({ id }) => id === user_id);
}

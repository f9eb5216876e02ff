import { createContext } from 'react';
import type { PeopleQuery } from '#features/comments/web/thread/people.ts';
import type { DiffSide } from '../contract/pull-diffs.ts';
import type { PullRequestState } from '../contract/pull-requests.ts';
import type { PullThread } from './threads.ts';

/** What the changes of a pull request need to show comments and to take new ones. */
interface Review {
  readonly releaseId: number;
  readonly state: PullRequestState;
  readonly canComment: boolean;
  /** Whether the user has begun a review: comments are added to it. */
  readonly hasReview: boolean;
  /** The compared commits. */
  readonly commits: Readonly<Record<DiffSide, string>>;
  readonly threads: readonly PullThread[];
  /** Who can be mentioned; null: nobody. */
  readonly people: PeopleQuery | null;
  /** Where a picture is on one side; left out: in the pull request. */
  readonly imageAddress?: (side: DiffSide, path: string) => string;
}

/** Changes that are only shown, such as those of the history. */
export const NO_REVIEW: Review = {
  releaseId: 0,
  state: 'closed',
  canComment: false,
  hasReview: false,
  commits: { before: '', after: '' },
  threads: [],
  people: null,
};

export const ReviewContext = createContext(NO_REVIEW);

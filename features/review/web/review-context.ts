import { createContext } from 'react';
import type { DiffSide } from '../contract.ts';
import type { Thread } from './threads.ts';

/** What the changes of a pull request need to show comments and to take new ones. */
interface Review {
  readonly releaseId: number;
  /** Everyone who sees an open pull request can reply, resolve and apply. */
  readonly canReply: boolean;
  readonly canComment: boolean;
  /** Whether the user has begun a review: comments are added to it. */
  readonly hasReview: boolean;
  /** The compared commits. */
  readonly commits: Readonly<Record<DiffSide, string>>;
  readonly threads: readonly Thread[];
  /** Where a picture is on one side; left out: in the pull request. */
  readonly imageAddress?: (side: DiffSide, path: string) => string;
}

export const ReviewContext = createContext<Review>({
  releaseId: 0,
  canReply: false,
  canComment: false,
  hasReview: false,
  commits: { before: '', after: '' },
  threads: [],
});

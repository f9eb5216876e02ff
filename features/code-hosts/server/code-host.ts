import type { IncomingHttpHeaders } from 'node:http';
import type { RemoteSource } from '#features/git/server/index.ts';
import type { DiffSide, LineRange } from '#features/review/contract/pull-diffs.ts';
import type { PullRequestState, ReviewStatus, ReviewVerdict } from '#features/review/contract/pull-requests.ts';

/** A pull request as an external code host reports it. */
export interface HostedPull {
  readonly number: number;
  /** Address of its page. */
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly state: PullRequestState;
  readonly status: ReviewStatus;
  /** The branch to be merged into main; null: it is one of another repository, or is to be merged into another branch. */
  readonly branch: string | null;
  readonly head_sha: string;
  readonly is_mergeable: boolean | null;
  readonly opened_by: string;
  /** The id of that account on the code host; null: it was deleted. */
  readonly opened_by_id: string | null;
  readonly opened_at: Date;
  readonly merge_sha: string | null;
  readonly merged_by: string | null;
  readonly merged_at: Date | null;
  readonly reviews: readonly HostedReview[];
  /** Comments on the changes. */
  readonly comments: readonly HostedComment[];
}

export interface HostedReview {
  /** The review's id at the code host; it never changes. */
  readonly id: string;
  readonly by: string;
  /** The id of that account on the code host; null: it was deleted, or is a team. */
  readonly by_id: string | null;
  readonly verdict: ReviewVerdict;
  readonly text: string;
  readonly commit: string | null;
  readonly at: Date;
}

/** A comment on lines of a pull request. */
export interface HostedComment {
  /** The comment's id at the code host; it never changes. */
  readonly id: string;
  /** The id of the comment that began the thread; null: this one. */
  readonly reply_to: string | null;
  readonly by: string;
  readonly path: string;
  readonly side: DiffSide;
  /** In the file at `commit`; null: the file as a whole. */
  readonly lines: LineRange | null;
  readonly commit: string;
  readonly text: string;
  readonly suggestion: string | null;
  readonly at: Date;
}

/** A comment to be written on a code host, as the account of the product. */
export interface NewHostedComment extends Pick<HostedComment, 'path' | 'side' | 'lines' | 'commit'> {
  readonly body: string;
  /** Id of the comment that began the thread; null: a new thread. */
  readonly reply_to: string | null;
}

/** A review to be written on a code host, as the account of the product. */
export interface NewHostedReview {
  readonly head_sha: string;
  readonly body: string;
  readonly comments: readonly NewHostedComment[];
}

/** The ids of a review and of its comments, in their order. */
export interface WrittenReview {
  readonly id: string;
  readonly comments: readonly string[];
}

/** A failed call to a code host. The message is for users and contains no secrets. */
export class CodeHostError extends Error {
  override readonly name = 'CodeHostError';
  /** `unreachable`: retrying may help. `refused`: the host rejected the call. `not-found`: it doesn't exist there. */
  readonly failure: 'unreachable' | 'refused' | 'not-found';

  constructor(failure: CodeHostError['failure'], message: string) {
    super(message);
    this.failure = failure;
  }
}

/** A failure as shown to users. */
export interface HostFailure {
  readonly text: string;
  readonly at: Date;
}

/**
 * The pull requests of an external code host, against the default branch. Every method throws {@link CodeHostError}.
 */
export interface PullHost {
  /** Returns the newest pull request of a branch, open or not; null if there is none. */
  find(branch: string, signal?: AbortSignal): Promise<HostedPull | null>;
  get(number: number, signal?: AbortSignal): Promise<HostedPull>;
  open(pull: { branch: string; title: string; body: string }, signal?: AbortSignal): Promise<HostedPull>;
  reopen(number: number, signal?: AbortSignal): Promise<HostedPull>;
  close(number: number, signal?: AbortSignal): Promise<HostedPull>;
  /** Writes a comment on lines and returns its id. */
  comment(number: number, comment: NewHostedComment, signal?: AbortSignal): Promise<string>;
  /** Replaces the text of a comment. */
  editComment(number: number, id: string, body: string, signal?: AbortSignal): Promise<void>;
  /** Removes a comment without replies, or what it says where the code host keeps it. */
  deleteComment(number: number, id: string, signal?: AbortSignal): Promise<void>;
  /** Writes a review without a verdict, with its comments: the account of the product has no verdict of its own. */
  review(number: number, review: NewHostedReview, signal?: AbortSignal): Promise<WrittenReview>;
  /** Merges only if the branch is still at `head_sha`. */
  merge(number: number, input: { head_sha: string; message: string | null }, signal?: AbortSignal): Promise<HostedPull>;
}

/** A workflow run as its code host reports it. */
export interface WorkflowRun {
  readonly id: number;
  /** Address of its page. */
  readonly url: string;
  readonly title: string;
  /** How it ended; null while it runs. */
  readonly conclusion: string | null;
}

/** Runs workflows in the content repository. Every method throws {@link CodeHostError}. */
export interface WorkflowHost {
  /** @param ref The branch whose version of the workflow runs; null: the default branch. */
  start(workflow: string, ref: string | null, inputs: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<void>;
  /** Returns the newest manually or API-triggered run whose title contains `text`; null if there is none yet. */
  find(workflow: string, text: string, signal?: AbortSignal): Promise<WorkflowRun | null>;
  get(id: number, signal?: AbortSignal): Promise<WorkflowRun>;
}

/** The event that a webhook reports. */
export type HostEvent =
  /** `sha` null: the branch was deleted. */
  | { readonly kind: 'push'; readonly branch: string; readonly sha: string | null }
  | { readonly kind: 'pull-request'; readonly number: number }
  | { readonly kind: 'other' };

/**
 * The host of the content repository. The built-in one has no remote other than `content.git` in the data folder, and
 * stores its pull requests in the database.
 */
export interface CodeHost {
  readonly kind: 'local' | 'github' | 'gitea';
  /** Display name. */
  readonly name: string;
  /** Null: the built-in repository. */
  readonly remote: RemoteSource | null;
  /** The issuer of its accounts when people sign in here with them; null: it has none of its own. */
  readonly accountIssuer: string | null;
  /** The branch that is published and that pull requests target. */
  readonly mainBranch: string;
  /** Null: pull requests are rows of the database. */
  readonly pulls: PullHost | null;
  /** Null: the host runs no workflows. */
  readonly workflows: WorkflowHost | null;
  /** Returns the event of a webhook; null if its signature is wrong or no secret is configured. */
  readWebhook(headers: IncomingHttpHeaders, body: Buffer): HostEvent | null;
  /** The latest failure of a call of {@link pulls}; null if none failed since the start. */
  lastError(): HostFailure | null;
}

declare module '#platform/server/platform.ts' {
  interface Platform {
    readonly codeHost: CodeHost;
  }
}

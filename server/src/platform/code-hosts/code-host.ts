import type { IncomingHttpHeaders } from 'node:http';
import type { PullRequestState, ReviewStatus, ReviewVerdict } from '#contract/pull-requests.ts';
import type { RemoteSource } from '../git/remote.ts';

/** A pull request as another code host tells it. */
export interface HostedPull {
  readonly number: number;
  /** Its page, for people. */
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly state: PullRequestState;
  readonly status: ReviewStatus;
  /** The branch that is to be merged; null when it comes from another repository. */
  readonly branch: string | null;
  readonly head_sha: string;
  readonly is_mergeable: boolean | null;
  readonly opened_by: string;
  readonly opened_at: Date;
  readonly merge_sha: string | null;
  readonly merged_by: string | null;
  readonly merged_at: Date | null;
  readonly reviews: readonly HostedReview[];
}

export interface HostedReview {
  /** Of the code host; the same review keeps it. */
  readonly id: string;
  readonly by: string;
  readonly verdict: ReviewVerdict;
  readonly text: string;
  readonly commit: string | null;
  readonly at: Date;
}

/** Talking to a code host failed. The message is for people; secrets are never in it. */
export class CodeHostError extends Error {
  override readonly name = 'CodeHostError';
  /** `unreachable`: trying again may help. `refused`: it said no. `not-found`: it knows nothing of it. */
  readonly failure: 'unreachable' | 'refused' | 'not-found';

  constructor(failure: CodeHostError['failure'], message: string) {
    super(message);
    this.failure = failure;
  }
}

/** A failure, as it is told to people. */
export interface HostFailure {
  readonly text: string;
  readonly at: Date;
}

/** The pull requests of another code host, against the default branch. Everything throws {@link CodeHostError}. */
export interface PullHost {
  /** The newest pull request of a branch, open or not; null: there is none. */
  find(branch: string, signal?: AbortSignal): Promise<HostedPull | null>;
  get(number: number, signal?: AbortSignal): Promise<HostedPull>;
  open(pull: { branch: string; title: string; body: string }, signal?: AbortSignal): Promise<HostedPull>;
  reopen(number: number, signal?: AbortSignal): Promise<HostedPull>;
  close(number: number, signal?: AbortSignal): Promise<HostedPull>;
  /** Merges only if the branch is still at `head_sha`. */
  merge(number: number, input: { head_sha: string; message: string | null }, signal?: AbortSignal): Promise<HostedPull>;
}

/** A run of a workflow, as its code host tells it. */
export interface WorkflowRun {
  readonly id: number;
  /** Its page, for people. */
  readonly url: string;
  readonly title: string;
  /** How it ended; null: it goes on. */
  readonly conclusion: string | null;
}

/** What runs workflows beside the content. Everything throws {@link CodeHostError}. */
export interface WorkflowHost {
  /** @param ref The branch whose version of the workflow runs; null: the default one. */
  start(workflow: string, ref: string | null, inputs: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<void>;
  /** The newest run that was started by hand or by a call and whose title holds `text`; null: there is none yet. */
  find(workflow: string, text: string, signal?: AbortSignal): Promise<WorkflowRun | null>;
  get(id: number, signal?: AbortSignal): Promise<WorkflowRun>;
}

/** What a webhook tells of. */
export type HostEvent =
  /** `sha` null: the branch was deleted. */
  | { readonly kind: 'push'; readonly branch: string; readonly sha: string | null }
  | { readonly kind: 'pull-request'; readonly number: number }
  | { readonly kind: 'other' };

/**
 * Where the content repository lives (product §4). The built-in one has no remote but `content.git` in the data folder,
 * and its pull requests are kept by the product.
 */
export interface CodeHost {
  readonly kind: 'local' | 'github' | 'gitea';
  /** What people call it. */
  readonly name: string;
  /** Null: the built-in repository. */
  readonly remote: RemoteSource | null;
  /** The branch that is published, and that pull requests are against. */
  readonly mainBranch: string;
  /** Null: the product keeps them (server/src/pull-requests/). */
  readonly pulls: PullHost | null;
  /** Null: it runs none. */
  readonly workflows: WorkflowHost | null;
  /** What a webhook tells, when its signature is right; null: it is not, or there is no secret to check it by. */
  readWebhook(headers: IncomingHttpHeaders, body: Buffer): Promise<HostEvent | null>;
  /** The newest failure of a call of {@link pulls}; null: none since the start. */
  lastError(): HostFailure | null;
}

import { AsyncLocalStorage } from 'node:async_hooks';

/** The call that is being answered, for what is told of it far from its handler: the audit trail. */
export interface CurrentCall {
  /** Network address of the caller; behind a trusted proxy the one that it tells. */
  readonly address: string;
  /** What the reply's `x-request-id` says, and the log. */
  readonly requestId: string;
  /** A line of the audit trail was written by it. */
  isRecorded: boolean;
  /** Answers it with 500 unless it was answered: an error of it was caught nowhere else. */
  readonly fail?: (error: Error) => void;
}

const current = new AsyncLocalStorage<CurrentCall>();

/** Null outside of calls: jobs, the command line. */
export function currentCall(): CurrentCall | null {
  return current.getStore() ?? null;
}

/** Does work that belongs to a call. */
export function duringCall<T>(call: CurrentCall, work: () => T): T {
  return current.run(call, work);
}

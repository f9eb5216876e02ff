import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServedBy } from '#platform/contract/route.ts';

/** The current API call, for code far from its handler, such as the audit trail. */
export interface CurrentCall {
  /** Network address of the caller; behind a trusted proxy the one it reports. */
  readonly address: string;
  /** Whose turn it is to use what callers share: `callerOf` (call-costs.ts). */
  readonly caller?: string;
  /** The reply's `x-request-id`, also in the log. */
  readonly requestId: string;
  /** Which servers serve its route. */
  readonly servedBy?: ServedBy;
  /** Whether the call has written to the audit trail. */
  isRecorded: boolean;
  /** Replies with 500 unless a reply was sent, after an error of the call that nothing else caught. */
  readonly fail?: (error: Error) => void;
  /** Counts processor time that was used for the caller, in a thread for example. */
  readonly spend?: (ms: number) => void;
}

const current = new AsyncLocalStorage<CurrentCall>();

/** Returns the current call; null outside of calls (jobs, the command line). */
export function currentCall(): CurrentCall | null {
  return current.getStore() ?? null;
}

/** Runs work as part of a call. */
export function runInCall<T>(call: CurrentCall, work: () => T): T {
  return current.run(call, work);
}

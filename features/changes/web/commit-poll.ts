import type { CommitStatus } from '../contract.ts';

/** Milliseconds between looks at a change that {@link isOnItsWay}, should the live connection be silent. */
export const COMMIT_POLL_MS = 5_000;

/**
 * True for a change that has not reached the code host. It is polled: the reply to its save may come in behind the
 * news that it arrived, and would stay on the page.
 */
export function isOnItsWay(status: CommitStatus | null | undefined): boolean {
  return status !== null && status !== undefined && status.state !== 'pushed';
}

import type { PreviewResult, PreviewRun } from '#features/publishing/contract/previews.ts';
import type { LearnerCalls } from './learner-calls.ts';

/** Polling interval of a run in milliseconds. */
const POLL_MS = 700;

interface FinishOptions {
  /** The caller no longer needs the result. */
  readonly isLeft: () => boolean;
  readonly onPending: (pending: Extract<PreviewRun, { status: 'pending' }>) => void;
}

/** Waits for a run that was started; null: it was left before it ended. */
export async function finishRun(
  { runResult }: Pick<LearnerCalls, 'runResult'>,
  first: PreviewRun,
  { isLeft, onPending }: FinishOptions,
): Promise<PreviewResult | null> {
  let reply = first;
  while (reply.status === 'pending' && !isLeft()) {
    onPending(reply);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    reply = await runResult(reply.run_id);
  }
  return isLeft() || reply.status === 'pending' ? null : reply;
}

import { api } from '#platform/web/api.ts';
import type { RunReply, RunResult } from '../contract/runs.ts';

const POLL_MS = 500;

/** Waits until a run is done, for calls that don't show it while it runs. */
export async function finishedRun(screenId: number, first: RunReply, signal: AbortSignal): Promise<RunResult> {
  let reply = first;
  while (reply.status === 'pending') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
    const { code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName } = reply;
    reply = await api.getCodeRunResults({ params: { screenId, runnerName, sessionId, codeRunId } }, { signal });
  }
  return reply;
}

import type { RunEvent } from '#contract/live.ts';
import type { RunReply, RunResult } from '#contract/runs.ts';

/** Which code of the screen is run. */
export type RunSource = 'initial' | 'display' | 'answer';

/**
 * A run as the page sees it:
 *
 *     idle ──▶ sent ──▶ queued ──▶ running ──▶ done
 *                └─────────┴──────────┴──────▶ failed
 *
 * It is told of by two ways at once, the live connection and the replies to its calls, in any order. Whatever comes after
 * the end, or from another run, is not heard.
 */
export interface RunView {
  readonly phase: 'idle' | 'sent' | 'queued' | 'running' | 'done' | 'failed';
  readonly source: RunSource;
  /** Null until the server has named the run. */
  readonly codeRunId: string | null;
  /** What to ask with for the result; null until a reply told. */
  readonly poll: { readonly runnerName: string; readonly sessionId: string } | null;
  /** Runs in front of this one. */
  readonly queuePosition: number;
  /** What was written so far; the result replaces it. */
  readonly stdout: string;
  readonly stderr: string;
  readonly result: RunResult | null;
  /** Why there is no result. */
  readonly failure: string | null;
  readonly isStopping: boolean;
}

export const NO_RUN: RunView = {
  phase: 'idle',
  source: 'initial',
  codeRunId: null,
  poll: null,
  queuePosition: 0,
  stdout: '',
  stderr: '',
  result: null,
  failure: null,
  isStopping: false,
};

export type RunAction =
  | { type: 'send'; source: RunSource }
  | { type: 'event'; event: RunEvent }
  | { type: 'reply'; reply: RunReply }
  | { type: 'stop' }
  | { type: 'stop-failed' }
  | { type: 'fail'; error: string };

/** True while there is something to wait for and to stop. */
export function isRunning(run: RunView): boolean {
  return run.phase === 'sent' || run.phase === 'queued' || run.phase === 'running';
}

export function runReducer(run: RunView, action: RunAction): RunView {
  if (action.type === 'send') return { ...NO_RUN, phase: 'sent', source: action.source };
  if (!isRunning(run)) return run;
  switch (action.type) {
    case 'event':
      return withEvent(run, action.event);
    case 'reply':
      return withReply(run, action.reply);
    case 'stop':
      return { ...run, isStopping: true };
    case 'stop-failed':
      return { ...run, isStopping: false };
    case 'fail':
      return { ...run, phase: 'failed', failure: action.error };
  }
}

function withEvent(run: RunView, event: RunEvent): RunView {
  if (run.codeRunId !== null && event.code_run_id !== run.codeRunId) return run;
  const named = { ...run, codeRunId: event.code_run_id };
  switch (event.type) {
    case 'queued':
      // A position that comes late does not put a running run back into the queue.
      return run.phase === 'running' ? run : { ...named, phase: 'queued', queuePosition: event.queue_position };
    case 'preparing':
      return { ...named, phase: 'queued', queuePosition: 0 };
    case 'started':
      return { ...named, phase: 'running', queuePosition: 0 };
    case 'stdout':
      return { ...named, phase: 'running', stdout: run.stdout + event.text };
    case 'stderr':
      return { ...named, phase: 'running', stderr: run.stderr + event.text };
    case 'finished':
      return withReply(named, event.reply);
    case 'failed':
      return { ...named, phase: 'failed', failure: event.error };
  }
}

function withReply(run: RunView, reply: RunReply): RunView {
  const named = { ...run, codeRunId: reply.code_run_id, poll: { runnerName: reply.runner_name, sessionId: reply.session_id } };
  if (reply.status === 'done') return { ...named, phase: 'done', result: reply, queuePosition: 0 };
  if (run.phase === 'running') return named;
  return { ...named, phase: reply.queue_position > 0 ? 'queued' : 'running', queuePosition: reply.queue_position };
}

import { LIMITS } from '#platform/contract/limits.ts';
import type { RunEvent, RunReply, RunResult } from '../contract/runs.ts';
import { RUN_MESSAGES } from './messages.ts';
import type { RunSource } from './run-source.ts';

/**
 * A run as the page sees it:
 *
 *     idle ──▶ sent ──▶ queued ──▶ running ──▶ done
 *                └─────────┴──────────┴──────▶ failed
 *
 * A deploy that finishes without an address is `retrying` until the page sends it again:
 *
 *     running ──▶ retrying ──▶ sent …
 *                    └───────▶ done        no attempts left, or stopped
 *
 * Events arrive through the live connection and through replies to calls, in any order. Events after the end, or of another run, are
 * ignored.
 */
export interface RunView {
  readonly phase: 'idle' | 'sent' | 'queued' | 'running' | 'retrying' | 'done' | 'failed';
  readonly source: RunSource;
  /** The code as sent; empty: unknown. */
  readonly code: string;
  /** It starts an application; the result has its address. */
  readonly isDeploy: boolean;
  /** Its checks were asked for. A plain run shows what the code does and judges nothing. */
  readonly isJudged: boolean;
  /** Number of retries. */
  readonly retries: number;
  /** Null until the server has assigned it. */
  readonly codeRunId: string | null;
  /** The key for polling the result; null until a reply contained it. */
  readonly poll: { readonly runnerName: string; readonly sessionId: string } | null;
  /** Number of runs ahead of this one. */
  readonly queuePosition: number;
  /** What the runner does before the code can run, in its words; null: nothing. */
  readonly preparing: string | null;
  /** The output so far; the result replaces it. */
  readonly stdout: string;
  readonly stderr: string;
  readonly result: RunResult | null;
  /** Why there is no result. */
  readonly failure: string | null;
  readonly isStopping: boolean;
  /** Started on an earlier visit; its earlier output arrives with the result. */
  readonly isRejoined: boolean;
}

export const NO_RUN: RunView = {
  phase: 'idle',
  source: 'initial',
  code: '',
  isDeploy: false,
  isJudged: false,
  retries: 0,
  codeRunId: null,
  poll: null,
  queuePosition: 0,
  preparing: null,
  stdout: '',
  stderr: '',
  result: null,
  failure: null,
  isStopping: false,
  isRejoined: false,
};

export type RunAction =
  | { type: 'send'; source: RunSource; code: string; isDeploy?: boolean; isJudged?: boolean }
  | { type: 'send-again' }
  /** A run of an earlier visit that continued without the page. */
  | { type: 'rejoin'; source: RunSource; code: string; reply: RunReply }
  | { type: 'event'; event: RunEvent }
  | { type: 'reply'; reply: RunReply }
  | { type: 'stop' }
  | { type: 'stop-failed' }
  | { type: 'fail'; error: string };

/** Whether the run is unfinished and can be stopped. */
export function isRunning(run: RunView): boolean {
  return run.phase === 'sent' || run.phase === 'queued' || run.phase === 'running' || run.phase === 'retrying';
}

export function runReducer(run: RunView, action: RunAction): RunView {
  if (action.type === 'send') {
    return {
      ...NO_RUN,
      phase: 'sent',
      source: action.source,
      code: action.code,
      isDeploy: action.isDeploy ?? false,
      isJudged: action.isJudged ?? false,
    };
  }
  if (action.type === 'rejoin') {
    // The user has started another run since.
    if (run.phase !== 'idle') return run;
    return withReply(
      { ...NO_RUN, phase: 'sent', source: action.source, code: action.code, isJudged: true, isRejoined: true },
      action.reply,
    );
  }
  if (run.phase === 'retrying') return betweenTries(run, action);
  return isRunning(run) ? whileRunning(run, action) : run;
}

type LaterAction = Exclude<RunAction, { type: 'send' | 'rejoin' }>;

/** Ignores late events of the previous attempt. */
function betweenTries(run: RunView, action: LaterAction): RunView {
  const { source, code, isDeploy, isJudged } = run;
  if (action.type === 'send-again') return { ...NO_RUN, phase: 'sent', source, code, isDeploy, isJudged, retries: run.retries + 1 };
  return action.type === 'stop' ? { ...run, phase: 'done' } : run;
}

function whileRunning(run: RunView, action: LaterAction): RunView {
  switch (action.type) {
    case 'send-again':
      return run;
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
      // A late queue position must not move a running run back into the queue.
      return run.phase === 'running' ? run : { ...named, phase: 'queued', queuePosition: event.queue_position };
    case 'preparing':
      return { ...named, phase: 'queued', queuePosition: 0, preparing: event.text };
    case 'started':
      return { ...named, phase: 'running', queuePosition: 0, preparing: null };
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
  if (reply.status === 'done') return withResult({ ...named, result: reply, queuePosition: 0, preparing: null });
  if (run.phase === 'running' || run.preparing !== null) return named;
  return { ...named, phase: reply.queue_position > 0 ? 'queued' : 'running', queuePosition: reply.queue_position };
}

function withResult(run: RunView): RunView {
  if (!run.isDeploy || run.result?.external_ip !== null || run.isStopping) return { ...run, phase: 'done' };
  if (run.retries < LIMITS.deployRetries) return { ...run, phase: 'retrying' };
  // Keep the result: it says why the application is not up.
  return { ...run, phase: 'done', failure: RUN_MESSAGES.notLaunched };
}

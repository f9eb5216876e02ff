import { useEffect, useEffectEvent, useReducer, useRef, type Dispatch } from 'react';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { ApiError } from '#platform/contract/client.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { traceHeaders } from '#platform/contract/trace-context.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { subscribe } from '#platform/web/live.ts';
import { newUuid } from '#platform/web/uuid.ts';
import type { RunEvent, RunReply } from '../contract/runs.ts';
import { RUN_MESSAGES } from './messages.ts';
import { type RunSource, RUN_SOURCES } from './run-source.ts';
import { isRunning, NO_RUN, runReducer, type RunView, type RunAction } from './run-state.ts';

/** Polls an unfinished run every 10 s, in case the live connection is silent. */
function useRunPolling(run: RunView, screenId: number, dispatch: Dispatch<RunAction>): void {
  const poll = useEffectEvent(async (signal: AbortSignal) => {
    if (run.poll === null || run.codeRunId === null) return;
    const { runnerName, sessionId } = run.poll;
    try {
      const reply = await api.getCodeRunResults({ params: { screenId, runnerName, sessionId, codeRunId: run.codeRunId } }, { signal });
      if (!signal.aborted) dispatch({ type: 'reply', reply });
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError)) return;
      // Logged but not shown while polling may still succeed.
      console.warn(RUN_MESSAGES.notFetchedWith(error.status));
      // Keep polling while the server is unreachable, but not when it does not know the run.
      if (error.status >= 400 && error.status < 500) dispatch({ type: 'fail', error: errorText(error, RUN_MESSAGES.notFetched) });
    }
  });
  const canPoll = isRunning(run) && run.phase !== 'retrying' && run.poll !== null;
  useEffect(() => {
    if (!canPoll) return undefined;
    const polling = new AbortController();
    const timer = setInterval(() => void poll(polling.signal), LIMITS.runPollMs);
    return () => {
      clearInterval(timer);
      polling.abort();
    };
  }, [canPoll]);
}

/** What the server does not store about a run that outlives the page: which code of the screen it was. */
export interface KeptRun {
  codeRunId: string;
  source: RunSource;
  code: string;
}

const nameOf = (screenId: number): string => `lessonwright.run.${screenId}`;

/** Stores the last run of a screen in this browser. Without storage, the run is shown without its name. */
export function keepRun(screenId: number, run: KeptRun): void {
  try {
    localStorage.setItem(nameOf(screenId), JSON.stringify(run));
  } catch {
    // Private windows may have no storage.
  }
}

/** What this browser knows about a run of a screen; null: it was started elsewhere. */
export function findKeptRun(screenId: number, codeRunId: string): KeptRun | null {
  try {
    const kept = parseKeptRun(JSON.parse(localStorage.getItem(nameOf(screenId)) ?? 'null'));
    return kept?.codeRunId === codeRunId ? kept : null;
  } catch {
    return null;
  }
}

function parseKeptRun(kept: unknown): KeptRun | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { source, codeRunId, code } = kept as Record<string, unknown>;
  if (typeof source !== 'string' || !(source in RUN_SOURCES)) return null;
  if (typeof codeRunId !== 'string' || typeof code !== 'string') return null;
  return { source: source as RunSource, codeRunId, code };
}

/** Minimum milliseconds between two paints of the output. */
const PAINT_EVERY_MS = 50;

/** Passes events on in batches, so that a loop of prints does not render the page a thousand times. */
function batchEvents(hear: (event: RunEvent) => void) {
  let events: RunEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  function flush() {
    timer = null;
    const bundle = joinTexts(events);
    events = [];
    for (const event of bundle) hear(event);
  }
  return {
    add(event: RunEvent) {
      events.push(event);
      timer ??= setTimeout(flush, PAINT_EVERY_MS);
    },
    end() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Merges adjacent chunks of the same stream. */
function joinTexts(events: readonly RunEvent[]): RunEvent[] {
  const joined: RunEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last && 'text' in last && 'text' in event && last.type === event.type)
      joined[joined.length - 1] = { ...last, text: last.text + event.text };
    else joined.push(event);
  }
  return joined;
}

interface RunRequest {
  source: RunSource;
  code: string;
  /** Unsaved fields of the screen. */
  draft: Partial<ScreenFields>;
  /** The code starts an application. */
  isDeploy?: boolean;
  /** The author wants the checks, not only the output. */
  isJudged?: boolean;
}

interface Runner {
  run: RunView;
  start: (request: RunRequest) => void;
  stop: () => void;
}

interface RunPlace {
  lessonId: number;
  screenId: number;
  /** The run continues after leaving the page and is found again (Long-running code). */
  outlivesPage: boolean;
}

/** Runs code on a screen, one run at a time, and follows it through the live connection, the reply, and polling every 10 s. */
export function useRun({ lessonId, screenId, outlivesPage }: RunPlace): Runner {
  const [run, dispatch] = useReducer(runReducer, NO_RUN);
  const request = useRef<RunRequest | null>(null);
  /** Ends the subscriptions and timers of the previous run. */
  const waiting = useRef<(() => void) | null>(null);

  function endWaiting() {
    waiting.current?.();
  }

  function listen(streamId: string): AbortSignal {
    endWaiting();
    const asking = new AbortController();
    const batch = batchEvents((event) => dispatch({ type: 'event', event }));
    const unsubscribe = subscribe(`run:${streamId}`, (event) => 'code_run_id' in event && batch.add(event));
    waiting.current = () => {
      asking.abort();
      unsubscribe();
      batch.end();
    };
    return asking.signal;
  }

  function send({ source, code, draft, isDeploy = false }: RunRequest) {
    const streamId = newUuid();
    const signal = listen(streamId);
    const body = {
      lesson_id: lessonId,
      screen_id: screenId,
      code,
      stream_id: streamId,
      ...(isDeploy && { deploy_code: true }),
      ...(Object.keys(draft).length > 0 && { draft }),
    };
    function take(reply: RunReply) {
      if (outlivesPage) keepRun(screenId, { codeRunId: reply.code_run_id, source, code });
      dispatch({ type: 'reply', reply });
    }
    api.runCode({ body }, { signal, headers: traceHeaders() }).then(take, (error: unknown) => {
      if (!signal.aborted) dispatch({ type: 'fail', error: errorText(error, RUN_MESSAGES.notFetched) });
    });
  }

  function start(next: RunRequest) {
    request.current = next;
    dispatch({ type: 'send', source: next.source, code: next.code, isDeploy: next.isDeploy ?? false, isJudged: next.isJudged ?? false });
    send(next);
  }

  const sendAgain = useEffectEvent(() => {
    if (request.current === null) return;
    dispatch({ type: 'send-again' });
    send(request.current);
  });
  const isRetrying = run.phase === 'retrying';
  useEffect(() => {
    if (!isRetrying) return undefined;
    const timer = setTimeout(() => sendAgain(), LIMITS.deployRetryMs);
    return () => clearTimeout(timer);
  }, [isRetrying]);

  const findLast = useEffectEvent(async (signal: AbortSignal) => {
    if (!outlivesPage) return;
    // If this fails, the page starts without a run; the run itself is not affected.
    const last = await api.getLastRun({ params: { lessonId, screenId } }, { signal }).catch(() => null);
    if (signal.aborted || last === null || request.current !== null) return;
    const { reply, stream_id } = last;
    if (reply.status === 'pending' && stream_id !== null) listen(stream_id);
    const { source = 'earlier', code = '' } = findKeptRun(screenId, reply.code_run_id) ?? {};
    dispatch({ type: 'rejoin', source, code, reply });
  });
  const leave = useEffectEvent(() => {
    endWaiting();
    // Cancel the run on unmount so that it doesn't hold a queue slot.
    const isLeft = isRunning(run) && run.codeRunId !== null && !outlivesPage;
    if (isLeft) void api.stopRun({ params: { codeRunId: run.codeRunId ?? '' } }).catch(() => undefined);
  });
  useEffect(() => {
    const coming = new AbortController();
    void findLast(coming.signal);
    return () => {
      coming.abort();
      leave();
    };
  }, []);

  const isEnded = run.phase === 'done' || run.phase === 'failed';
  const rest = useEffectEvent(() => endWaiting());
  useEffect(() => {
    if (isEnded) rest();
  }, [isEnded]);

  useRunPolling(run, screenId, dispatch);

  // A run stopped before the server named it is stopped as soon as it has an id.
  const stopId = run.isStopping && isRunning(run) ? run.codeRunId : null;
  useEffect(() => {
    if (stopId !== null) void api.stopRun({ params: { codeRunId: stopId } }).catch(() => dispatch({ type: 'stop-failed' }));
  }, [stopId]);

  return { run, start, stop: () => dispatch({ type: 'stop' }) };
}

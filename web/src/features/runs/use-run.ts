import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { RunReply } from '#contract/runs.ts';
import type { ScreenFields } from '#contract/screens.ts';
import { api } from '#web/platform/api.ts';
import { errorText } from '#web/platform/error-text.ts';
import { subscribe } from '#web/platform/live.ts';
import { batchEvents } from './event-batch.ts';
import { findKeptRun, keepRun } from './kept-run.ts';
import { RUN_MESSAGES } from './messages.ts';
import type { RunSource } from './run-source.ts';
import { isRunning, NO_RUN, runReducer, type RunView } from './run-state.ts';
import { newUuid } from '#web/platform/uuid.ts';
import { useRunPolling } from './use-run-polling.ts';

interface RunRequest {
  source: RunSource;
  code: string;
  /** Unsaved fields of the screen. */
  draft: Partial<ScreenFields>;
  /** The code starts an application. */
  isDeploy?: boolean;
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
    api.runCode({ body }, { signal }).then(take, (error: unknown) => {
      if (!signal.aborted) dispatch({ type: 'fail', error: errorText(error, RUN_MESSAGES.notFetched) });
    });
  }

  function start(next: RunRequest) {
    request.current = next;
    dispatch({ type: 'send', source: next.source, code: next.code, isDeploy: next.isDeploy ?? false });
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

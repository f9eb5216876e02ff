import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { ApiError } from '#contract/client.ts';
import { LIMITS } from '#contract/limits.ts';
import type { RunEvent } from '#contract/live.ts';
import type { ScreenFields } from '#contract/screens.ts';
import { api } from '#web/platform/api.ts';
import { errorText } from '#web/platform/error-text.ts';
import { subscribe } from '#web/platform/live.ts';
import { RUN_MESSAGES } from './messages.ts';
import { isRunning, NO_RUN, runReducer, type RunSource, type RunView } from './run-state.ts';
import { newStreamId } from './stream-id.ts';

/** Output is painted at most this often, however fast it comes. */
const PAINT_EVERY_MS = 50;

interface RunRequest {
  source: RunSource;
  code: string;
  /** Unsaved fields of the screen (product §5). */
  draft: Partial<ScreenFields>;
}

export interface Runner {
  run: RunView;
  start: (request: RunRequest) => void;
  stop: () => void;
}

/** Runs code on a screen, one run at a time, and follows it: live, by the reply, and by asking every 10 s (B §9). */
export function useRun(lessonId: number, screenId: number): Runner {
  const [run, dispatch] = useReducer(runReducer, NO_RUN);
  /** Ends what still listens and waits for the run before. */
  const endWaiting = useRef<(() => void) | null>(null);

  function start({ source, code, draft }: RunRequest) {
    endWaiting.current?.();
    const streamId = newStreamId();
    const waiting = new AbortController();
    const batch = batchEvents((event) => dispatch({ type: 'event', event }));
    const unsubscribe = subscribe(`run:${streamId}`, (event) => 'code_run_id' in event && batch.add(event));
    endWaiting.current = () => {
      waiting.abort();
      unsubscribe();
      batch.end();
    };
    dispatch({ type: 'send', source });
    const body = { lesson_id: lessonId, screen_id: screenId, code, stream_id: streamId, ...(Object.keys(draft).length > 0 && { draft }) };
    api.runCode({ body }, { signal: waiting.signal }).then(
      (reply) => dispatch({ type: 'reply', reply }),
      (error: unknown) => {
        if (!waiting.signal.aborted) dispatch({ type: 'fail', error: errorText(error, RUN_MESSAGES.notFetched) });
      },
    );
  }

  // Whoever leaves the screen leaves its run: it would take a place in the queue for nobody.
  const leave = useEffectEvent(() => {
    endWaiting.current?.();
    if (isRunning(run) && run.codeRunId !== null) void api.stopRun({ params: { codeRunId: run.codeRunId } }).catch(() => undefined);
  });
  useEffect(() => () => leave(), []);

  useEffect(() => {
    if (run.phase === 'done' || run.phase === 'failed') endWaiting.current?.();
  }, [run.phase]);

  const poll = useEffectEvent(async (signal: AbortSignal) => {
    if (run.poll === null || run.codeRunId === null) return;
    const { runnerName, sessionId } = run.poll;
    try {
      const reply = await api.getCodeRunResults({ params: { screenId, runnerName, sessionId, codeRunId: run.codeRunId } }, { signal });
      if (!signal.aborted) dispatch({ type: 'reply', reply });
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError)) return;
      // B §8: logged, and not shown while there is hope.
      console.warn(RUN_MESSAGES.notFetchedWith(error.status));
      // A server that is away for a moment is asked again; one that does not know the run is not.
      if (error.status >= 400 && error.status < 500) dispatch({ type: 'fail', error: errorText(error, RUN_MESSAGES.notFetched) });
    }
  });
  const canPoll = isRunning(run) && run.poll !== null;
  useEffect(() => {
    if (!canPoll) return undefined;
    const polling = new AbortController();
    const timer = setInterval(() => void poll(polling.signal), LIMITS.runPollMs);
    return () => {
      clearInterval(timer);
      polling.abort();
    };
  }, [canPoll]);

  // A run that is stopped before the server named it is stopped as soon as it has a name.
  const stopId = run.isStopping && isRunning(run) ? run.codeRunId : null;
  useEffect(() => {
    if (stopId !== null) void api.stopRun({ params: { codeRunId: stopId } }).catch(() => dispatch({ type: 'stop-failed' }));
  }, [stopId]);

  return { run, start, stop: () => dispatch({ type: 'stop' }) };
}

/** Hands events on in bundles, so that a loop of prints does not paint the page a thousand times. */
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

/** Neighbouring pieces of one stream become one. */
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

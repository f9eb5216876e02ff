import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { ApiError } from '#contract/client.ts';
import { LIMITS } from '#contract/limits.ts';
import { api } from '#web/platform/api.ts';
import { errorText } from '#web/platform/error-text.ts';
import { RUN_MESSAGES } from './messages.ts';
import { isRunning, type RunAction, type RunView } from './run-state.ts';

/** Polls an unfinished run every 10 s, in case the live connection is silent. */
export function useRunPolling(run: RunView, screenId: number, dispatch: Dispatch<RunAction>): void {
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

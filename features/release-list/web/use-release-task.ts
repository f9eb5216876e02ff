import { useState } from 'react';
import { isAbort, useOperation, type OperationContext, type OperationState } from '#platform/web/operation.ts';
import { useRefreshReleases } from './api.ts';

export interface ReleaseTask<T> {
  operation: OperationState;
  /** Why it failed; null before, and during a retry. */
  error: unknown;
  /** Runs the call and passes its result to `onDone`. Refetches releases and lessons, whatever the result. */
  start: (work: (context: OperationContext) => Promise<T>, onDone: (reply: T) => void) => void;
  /** Clears the error. */
  forget: () => void;
}

/** A long call of a dialog, with its progress and error. */
export function useReleaseTask<T>(): ReleaseTask<T> {
  const { run, ...operation } = useOperation();
  const [error, setError] = useState<unknown>(null);
  const refresh = useRefreshReleases();
  const perform = async (work: (context: OperationContext) => Promise<T>, onDone: (reply: T) => void) => {
    setError(null);
    try {
      onDone(await run(work));
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
    } finally {
      // Part of it may have succeeded.
      void refresh();
    }
  };
  return { operation, error, start: (work, onDone) => void perform(work, onDone), forget: () => setError(null) };
}

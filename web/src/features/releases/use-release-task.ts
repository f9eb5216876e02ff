import { useState } from 'react';
import { isAbort, useOperation, type OperationContext, type OperationState } from '#web/platform/operation.ts';
import { useRefreshReleases } from './api.ts';

export interface ReleaseTask<T> {
  operation: OperationState;
  /** Why it failed; null before, and while it is tried again. */
  error: unknown;
  /** Does it; what it answers goes to `onDone`. Releases and lessons are asked for again, whatever came of it. */
  start: (work: (context: OperationContext) => Promise<T>, onDone: (reply: T) => void) => void;
  /** Takes the error back. */
  forget: () => void;
}

/** One call of a dialog that may take long, with its progress and its failure. */
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
      // Half of it may be done and kept.
      void refresh();
    }
  };
  return { operation, error, start: (work, onDone) => void perform(work, onDone), forget: () => setError(null) };
}

import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation, type OperationState } from '#platform/web/operation.ts';
import { showResult } from '#platform/web/ui/toast.ts';
import { MESSAGES } from './messages.ts';

/** Accepting proposals, with progress and Stop: what has changed since is proven again. */
export interface Accepting {
  readonly operation: OperationState;
  /** By proposal, why it wasn't accepted. */
  readonly problems: ReadonlyMap<number, string>;
  readonly error: string | null;
  readonly accept: (ids: readonly number[]) => Promise<void>;
}

/** @param saveFirst Saves what the page holds; false: it couldn't. Absent: the page holds nothing. */
export function useAccepting(saveFirst?: () => Promise<boolean>): Accepting {
  const { run, ...operation } = useOperation();
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const [error, setError] = useState<string | null>(null);

  async function accept(ids: readonly number[]) {
    setError(null);
    if (saveFirst && !(await saveFirst())) {
      setError(MESSAGES.unsaved);
      return;
    }
    try {
      const results = await run(({ operationId }) => api.acceptProposals({ body: { ids: [...ids], operation_id: operationId } }));
      setProblems(new Map(results.flatMap(({ id, problem }) => (problem === null ? [] : [[id, problem] as const]))));
      const count = results.filter(({ is_accepted }) => is_accepted).length;
      if (count > 0) showResult(MESSAGES.accepted(count));
    } catch (failure) {
      setError(failureText(failure, MESSAGES.acceptFailed));
    }
  }
  return { operation, problems, error, accept };
}

import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation, type OperationState } from '#platform/web/operation.ts';
import { MESSAGES } from './messages.ts';

export function checkTrustQuery(lessonId: number) {
  return queryOptions({
    queryKey: ['lesson', lessonId, 'check-trust'],
    queryFn: ({ signal }) => api.listCheckTrust({ params: { id: lessonId } }, { signal }),
  });
}

/** An examination of a lesson's checks. `examine`: of these screens, or of all, with as many repeats or as usual. */
export interface Examining {
  readonly operation: OperationState;
  readonly error: string | null;
  readonly examine: (screenIds?: readonly number[], repeats?: number) => Promise<void>;
}

export function useExamining(lessonId: number): Examining {
  const client = useQueryClient();
  const { run, ...operation } = useOperation();
  const [error, setError] = useState<string | null>(null);
  const { queryKey } = checkTrustQuery(lessonId);
  const { doing } = operation.progress;

  // The server stores the report of each screen before it continues with the next one.
  useEffect(() => {
    if (doing !== '') void client.invalidateQueries({ queryKey: checkTrustQuery(lessonId).queryKey });
  }, [client, doing, lessonId]);

  async function examine(screenIds?: readonly number[], repeats?: number) {
    setError(null);
    const body = { ...(screenIds ? { screen_ids: [...screenIds] } : {}), ...(repeats === undefined ? {} : { repeats }) };
    try {
      const list = await run(({ operationId }) =>
        api.examineChecks({ params: { id: lessonId }, body: { ...body, operation_id: operationId } }),
      );
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, list);
    } catch (failure) {
      setError(failureText(failure, MESSAGES.examineFailed));
      // The screens before the failure have their results.
      void client.invalidateQueries({ queryKey });
    }
  }
  return { operation, error, examine };
}

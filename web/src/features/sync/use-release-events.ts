import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '#web/platform/live.ts';
import { lessonQuery } from '#web/platform/queries.ts';

/** Asks for a lesson again when what holds its commits up has come or gone, or when it was taken over from git. */
export function useReleaseEvents(lessonId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = lessonQuery(lessonId);
    const refresh = () => void client.invalidateQueries({ queryKey, exact: true });
    return subscribe(`lesson:${lessonId}`, {
      onEvent: (event) => {
        const isNews =
          event.type === 'commit-status' && event.status.error !== (client.getQueryData(queryKey)?.release_commit_error ?? null);
        if (isNews || event.type === 'lesson-changed') refresh();
      },
      onResume: refresh,
    });
  }, [client, lessonId]);
}

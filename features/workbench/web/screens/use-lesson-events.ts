import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { COMMIT_POLL_MS } from '#features/changes/web/commit-poll.ts';
import { lessonQuery, screenNamesQuery, screenQuery, screenTextsQuery } from '#features/lessons/web/queries.ts';
import { useLive } from '#platform/web/use-live.ts';
import { deletingScreen, putCommitStatus, refreshScreen } from './screen-cache.ts';
import { wordCountsQuery } from './word-counts-query.ts';

/** Keeps what the page knows of a lesson's screens in step with the server, while a page of the lesson is open. */
export function useScreenEvents(lessonId: number): void {
  const client = useQueryClient();
  const { queryKey } = screenNamesQuery(lessonId);
  const refresh = (exact: boolean) => void client.invalidateQueries({ queryKey, exact });
  const refreshLengths = () => void client.invalidateQueries({ queryKey: wordCountsQuery(lessonId).queryKey });
  useLive(`lesson:${lessonId}`, {
    onEvent: (event) => {
      if (event.type === 'commit-status') putCommitStatus(client, lessonId, event.screen_id, event.status);
      else if (event.type === 'screens-changed') {
        refreshLengths();
        // Where a screen starts from: it may be new, deleted or at another place.
        void client.invalidateQueries({ queryKey: screenTextsQuery(lessonId).queryKey });
        if (client.isMutating({ mutationKey: deletingScreen(lessonId) }) === 0) refresh(true);
      }
      // Also reloads the queries of its screens.
      else if (event.type === 'lesson-changed') void client.invalidateQueries({ queryKey: lessonQuery(lessonId).queryKey });
      else if (event.type === 'saved' && event.screen_id !== null) {
        const { screen_id } = event;
        const listed = client.getQueryData(queryKey)?.find(({ id }) => id === screen_id);
        const known = client.getQueryData(screenQuery(lessonId, screen_id).queryKey) ?? listed;
        if (known && known.revision >= event.revision) return;
        void refreshScreen(client, lessonId, screen_id);
        refreshLengths();
        // What differs from the published lesson.
        void client.invalidateQueries({ queryKey: lessonQuery(lessonId).queryKey, exact: true });
      }
    },
    onResume: () => {
      refresh(false);
      refreshLengths();
    },
  });
}

/** Polls the state of a screen's newest change until it reaches the code host. */
export function useCommitPolling(lessonId: number, screenId: number, isWaiting: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void refreshScreen(client, lessonId, screenId), COMMIT_POLL_MS);
    return () => clearInterval(timer);
  }, [client, lessonId, screenId, isWaiting]);
}

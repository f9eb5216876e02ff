import { useQueryClient } from '@tanstack/react-query';
import { lessonQuery } from '#web/features/lessons/queries.ts';
import { useLiveRefresh } from '#web/platform/use-live.ts';

/** Refetches a lesson when its commit problem appears or disappears, or when Git changed it. */
export function useReleaseEvents(lessonId: number): void {
  const client = useQueryClient();
  const { queryKey } = lessonQuery(lessonId);
  useLiveRefresh(
    `lesson:${lessonId}`,
    (event) =>
      event.type === 'lesson-changed' ||
      (event.type === 'commit-status' && event.status.error !== (client.getQueryData(queryKey)?.release_commit_error ?? null)),
    { queryKey, exact: true },
  );
}

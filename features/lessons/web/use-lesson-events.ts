import { useQueryClient } from '@tanstack/react-query';
import { changeQueryData } from '#platform/web/query-client.ts';
import { useLive } from '#platform/web/use-live.ts';
import { lessonQuery, screenNamesQuery } from './queries.ts';

/** Keeps a lesson page in step with the server: commits, saves of others, screens that came and went. */
export function useLessonEvents(lessonId: number): void {
  const client = useQueryClient();
  const lesson = lessonQuery(lessonId).queryKey;
  const refresh = () => void client.invalidateQueries({ queryKey: lesson, exact: true });
  const refreshScreens = () => void client.invalidateQueries({ queryKey: screenNamesQuery(lessonId).queryKey });
  const refreshAll = () => {
    refresh();
    refreshScreens();
  };
  useLive(`lesson:${lessonId}`, {
    onEvent: (event) => {
      if (event.type === 'commit-status') changeQueryData(client, lesson, (known) => known && { ...known, commit_status: event.status });
      else if (event.type === 'screens-changed') refreshScreens();
      else if (event.type === 'lesson-changed') refreshAll();
      else if (event.type === 'saved') {
        if (event.screen_id !== null) refreshScreens();
        else if ((client.getQueryData(lesson)?.revision ?? 0) < event.revision) refresh();
      }
    },
    onResume: refreshAll,
  });
}

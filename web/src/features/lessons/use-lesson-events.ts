import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '#web/platform/live.ts';
import { lessonQuery, screensQuery } from '#web/platform/queries.ts';

/** Keeps a lesson page in step with the server: commits, saves of others, screens that came and went. */
export function useLessonEvents(lessonId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const lesson = lessonQuery(lessonId).queryKey;
    const screens = screensQuery(lessonId).queryKey;
    const refresh = () => client.invalidateQueries({ queryKey: lesson, exact: true });
    return subscribe(`lesson:${lessonId}`, {
      onEvent: (event) => {
        if (event.type === 'commit-status') client.setQueryData(lesson, (known) => known && { ...known, commit_status: event.status });
        else if (event.type === 'screens-changed') void client.invalidateQueries({ queryKey: screens });
        else if (event.type === 'lesson-changed') {
          void refresh();
          void client.invalidateQueries({ queryKey: screens });
        } else if (event.type === 'saved') {
          if (event.screen_id !== null) void client.invalidateQueries({ queryKey: screens });
          else if ((client.getQueryData(lesson)?.revision ?? 0) < event.revision) void refresh();
        }
      },
      onResume: () => {
        void refresh();
        void client.invalidateQueries({ queryKey: screens });
      },
    });
  }, [client, lessonId]);
}

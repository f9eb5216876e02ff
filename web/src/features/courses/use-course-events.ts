import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribe } from '#web/platform/live.ts';
import { coursesQuery } from '#web/platform/queries.ts';
import { courseQuery } from './api.ts';

/** Keeps the list of courses, or one of them, in step with the server: what others do, and what goes into git. */
export function useCourseEvents(courseId?: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => {
      void client.invalidateQueries({ queryKey: coursesQuery.queryKey });
      if (courseId !== undefined) void client.invalidateQueries({ queryKey: courseQuery(courseId).queryKey });
    };
    return subscribe('courses:all', {
      onEvent: (event) => {
        if (event.type !== 'course-changed') return;
        if (courseId === undefined || event.course_id === null || event.course_id === courseId) refresh();
      },
      onResume: refresh,
    });
  }, [client, courseId]);
}

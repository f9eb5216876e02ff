import { useQueryClient } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { saveBody } from '#platform/web/ui/editing/edit-session.ts';
import { type Editor, useEditor } from '#platform/web/ui/editing/use-editor.ts';
import { type Course, CourseFields } from '../contract/courses.ts';
import { saveCurriculum } from './api.ts';
import { COURSES } from './kinds.ts';
import { MESSAGES } from './messages.ts';

/** The details of a course while they are edited. */
export function useCourseEditor(course: Course, isReadOnly: boolean): Editor<CourseFields> {
  const client = useQueryClient();
  const user = useCurrentUser();
  return useEditor<CourseFields>({
    stored: course,
    names: CourseFields.keyof().options,
    send: (save) => saveCurriculum(client, COURSES, course.id, saveBody(save)),
    failed: MESSAGES.saveFailed,
    draftKey: draftKey(user.id, 'course', course.id),
    isReadOnly,
    problemsOf,
  });
}

/** A name is required; hours are 0 or more. */
function problemsOf({ name, duration }: CourseFields): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: MESSAGES.nameEmpty } : {}),
    ...(duration !== null && duration < 0 ? { duration: MESSAGES.durationNegative } : {}),
  };
}

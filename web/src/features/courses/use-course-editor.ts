import { useQueryClient } from '@tanstack/react-query';
import { type Course, CourseFields } from '#contract/courses.ts';
import { useCurrentUser } from '#web/platform/queries.ts';
import { draftKey } from '#web/platform/drafts.ts';
import { type Editor, useEditor } from '#web/ui/editing/use-editor.ts';
import { type KeptOffer, useKeptEdits } from '#web/ui/editing/use-kept-edits.ts';
import { saveCourse } from './api.ts';
import { MESSAGES } from './messages.ts';

/** The details of a course as they are edited, and what an earlier visit left unsaved. */
export function useCourseEditor(course: Course): { editor: Editor<CourseFields>; kept: KeptOffer | null } {
  const client = useQueryClient();
  const user = useCurrentUser();
  const editor = useEditor({
    stored: course,
    schema: CourseFields,
    send: (fields) => saveCourse(client, course.id, fields),
    failed: MESSAGES.saveFailed,
    problemsOf,
  });
  const kept = useKeptEdits(draftKey(user.id, 'course', course.id), editor);
  return { editor, kept };
}

/** B §5: a name is required, hours are 0 or more. */
function problemsOf({ name, duration }: CourseFields): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: MESSAGES.nameEmpty } : {}),
    ...(duration !== null && duration < 0 ? { duration: MESSAGES.durationNegative } : {}),
  };
}

import { useMemo } from 'react';
import { z } from 'zod';
import { type Lesson, LessonFields, Package } from '#features/lessons/contract/lessons.ts';
import { useSaveLesson } from '#features/lessons/web/api.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { isPycheck } from '#features/packages/packages.policy.ts';
import { draftKey } from '#platform/web/drafts.ts';
import { saveBody, type Stored } from '#platform/web/ui/editing/edit-session.ts';
import { type Editor, useEditor } from '#platform/web/ui/editing/use-editor.ts';

/** What is edited on the lesson page and saved by one call. */
const EditedLesson = LessonFields.extend({ packages: z.array(Package) });
type EditedLesson = z.infer<typeof EditedLesson>;
export type LessonEditor = Editor<EditedLesson>;

/** The fields of a lesson while they are edited. */
export function useLessonEditor(lesson: Lesson, userId: number, isReadOnly: boolean): LessonEditor {
  const { mutateAsync: save } = useSaveLesson(lesson.id);
  return useEditor<EditedLesson>({
    stored: useMemo(() => storedOf(lesson), [lesson]),
    names: EditedLesson.keyof().options,
    send: async (edits) => storedOf(await save(saveBody(edits))),
    failed: MESSAGES.saveFailed,
    draftKey: draftKey(userId, 'lesson', lesson.id),
    isReadOnly,
  });
}

/** The version of our own checkers is the product's: a lesson does not save it. */
function storedOf(lesson: Lesson): Stored<EditedLesson> {
  return { ...lesson, packages: lesson.packages.map((item) => (isPycheck(item) ? { ...item, version: null } : item)) };
}

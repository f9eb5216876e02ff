import { useMemo } from 'react';
import { z } from 'zod';
import { type Lesson, LessonFields, Package } from '#contract/lessons.ts';
import { isPycheck } from '#contract/packages.policy.ts';
import type { Stored } from '#web/ui/editing/edit-form.ts';
import { type Editor, useEditor } from '#web/ui/editing/use-editor.ts';
import { useSaveLesson } from './api.ts';
import { MESSAGES } from './messages.ts';

/** What is edited on the lesson page and saved by one call. */
const EditedLesson = LessonFields.extend({ packages: z.array(Package) });
export type EditedLesson = z.infer<typeof EditedLesson>;
export type LessonEditor = Editor<EditedLesson>;

/** Editing and saving one lesson. A failed save keeps everything that was typed. */
export function useLessonEditor(lesson: Lesson): LessonEditor {
  const { mutateAsync: save } = useSaveLesson(lesson.id);
  return useEditor({
    stored: useMemo(() => storedOf(lesson), [lesson]),
    schema: EditedLesson,
    send: async (fields) => storedOf(await save(fields)),
    failed: MESSAGES.saveFailed,
  });
}

/** The version of our own checkers is the product's: a lesson does not save it. */
function storedOf(lesson: Lesson): Stored<EditedLesson> {
  return { ...lesson, packages: lesson.packages.map((item) => (isPycheck(item) ? { ...item, version: null } : item)) };
}

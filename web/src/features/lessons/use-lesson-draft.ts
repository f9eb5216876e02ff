import { draftKey } from '#web/platform/drafts.ts';
import { type KeptOffer, useKeptEdits } from '#web/ui/editing/use-kept-edits.ts';
import type { EditedLesson, LessonEditor } from './use-lesson-editor.ts';

export type DraftOffer = KeptOffer;

/** Keeps unsaved edits of a lesson in this browser as they are typed, and offers those of an earlier visit. */
export function useLessonDraft(userId: number, lessonId: number, editor: LessonEditor): DraftOffer | null {
  return useKeptEdits<EditedLesson>(draftKey(userId, 'lesson', lessonId), editor);
}

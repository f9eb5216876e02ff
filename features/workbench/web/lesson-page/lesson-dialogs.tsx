import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { EditorConflict } from '#platform/web/ui/editing/editor-conflict.tsx';
import type { UnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx';
import { lessonFieldLabel } from './field-labels.ts';
import type { LessonEditor } from './use-lesson-editor.ts';
import type { LessonSaving } from './use-lesson-saving.ts';

interface LessonDialogsProps {
  lesson: Lesson;
  editor: LessonEditor;
  saving: LessonSaving;
  parts: UnsavedParts;
}

/** The dialogs of saving, of a conflict, and of leaving. */
export function LessonDialogs({ lesson, editor, saving, parts }: LessonDialogsProps) {
  return (
    <>
      {saving.dialog}
      <EditorConflict editor={editor} fieldLabel={lessonFieldLabel} />
      <LeaveGuard
        isDirty={saving.isDirty}
        what={`lesson ${lesson.sequence}`}
        // What is saved automatically is saved now, without a question.
        flush={async () => !saving.unfinished.isAny && (await parts.flush())}
      />
    </>
  );
}

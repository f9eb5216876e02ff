import type { Lesson } from '#contract/lessons.ts';
import { ConflictResolver } from '#web/ui/conflict-resolver/conflict-resolver.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { MessageDialog } from '#web/ui/message-dialog.tsx';
import { fieldLabel } from './field-labels.ts';
import type { LessonEditor } from './use-lesson-editor.ts';
import type { LessonSaving } from './use-lesson-saving.ts';

/** What a save asks, what a conflict asks, and what leaving asks. */
export function LessonDialogs({ lesson, editor, saving }: { lesson: Lesson; editor: LessonEditor; saving: LessonSaving }) {
  return (
    <>
      <MessageDialog
        isOpen={saving.isMessageOpen && editor.conflict === null}
        isBusy={editor.isSaving}
        error={editor.error}
        onSave={(message) => editor.save(message, saving.finish)}
        onClose={saving.closeMessage}
      />
      <ConflictResolver
        details={editor.conflict}
        fieldLabel={fieldLabel}
        isBusy={editor.isSaving}
        error={editor.error}
        onResolve={(decided) => editor.resolve(decided, saving.finish)}
        onClose={editor.postpone}
      />
      <LeaveGuard isDirty={editor.isDirty || saving.isInProgress} what={`lesson ${lesson.sequence}`} />
    </>
  );
}

import { useState } from 'react';
import { needsRelatedLesson } from '#features/lessons/lessons.policy.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import type { UnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { type PageSave, usePageSave } from '#platform/web/ui/editing/use-page-save.tsx';
import { type Unfinished, useUnfinished } from '#platform/web/ui/editing/use-unfinished.ts';
import { lessonFieldLabel } from './field-labels.ts';
import { type ListField, shownLists } from './settings-rules.ts';
import type { LessonEditor } from './use-lesson-editor.ts';

export interface LessonSaving extends PageSave {
  /** Saves the lesson if it has edits, then does what needs them saved. What is typed and not added is left alone. */
  saveFirst: (next: () => void) => Promise<void>;
  /** What is typed into lists, or as the name of a package, and not added yet. */
  unfinished: Unfinished<ListField | 'packages'>;
  /** Why the last Save was not sent, by field; empty once it is mended. */
  problems: Record<string, string>;
  /** Another object for every Save that was not sent. */
  refusal: object | null;
}

interface LessonSavingOptions {
  editor: Pick<LessonEditor, 'fields' | 'conflict' | 'save'>;
  /** Everything on the page that is saved together. */
  parts: UnsavedParts;
  /** A package that is typed and not added. */
  packageName: { text: string; forget: () => void };
  isReadOnly: boolean;
}

/** The two ways to save a lesson. The first Save with something typed but not added warns, the second leaves it out. */
export function useLessonSaving({ editor, parts, packageName, isReadOnly }: LessonSavingOptions): LessonSaving {
  const [refusal, setRefusal] = useState<object | null>(null);
  const unfinished = useUnfinished<ListField | 'packages'>(
    isReadOnly ? [] : [...shownLists(editor.fields), 'packages'],
    (names) => MESSAGES.incompleteFields(names.map((name) => (name === 'packages' ? 'Packages' : lessonFieldLabel(name)))),
    { packages: packageName },
  );
  const isLacking = needsRelatedLesson(editor.fields);
  const problems: Record<string, string> = refusal !== null && isLacking ? { related_lesson: MESSAGES.relatedLessonMissing } : {};

  function isComplete(): boolean {
    setRefusal(isLacking ? {} : null);
    return !isLacking;
  }
  const page = usePageSave(parts, {
    id: 'lesson:save',
    label: 'Save',
    isReadOnly,
    unfinished: {
      ...unfinished,
      check: () => isComplete() && unfinished.check(),
      warning: problems['related_lesson'] ?? unfinished.warning,
    },
    hasConflict: editor.conflict !== null,
  });
  return {
    ...page,
    saveFirst: async (next) => {
      if (isComplete() && (await parts.saveAll())) next();
    },
    unfinished,
    problems,
    refusal,
  };
}

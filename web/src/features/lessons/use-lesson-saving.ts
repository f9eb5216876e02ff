import { useState } from 'react';
import { lacksRelatedLesson } from '#contract/lessons.policy.ts';
import type { UnsavedParts } from '#web/ui/editing/unsaved-parts.ts';
import { type PageSave, usePageSave } from '#web/ui/editing/use-page-save.tsx';
import { fieldLabel } from './field-labels.ts';
import { MESSAGES } from './messages.ts';
import { fieldsInProgress, type ListField, type PendingTexts } from './pending-inputs.ts';
import type { LessonEditor } from './use-lesson-editor.ts';

export interface LessonSaving extends PageSave {
  /** Saves the lesson where it has edits, then does what needs them saved; what is typed and not added waits. */
  saveFirst: (next: () => void) => Promise<void>;
  /** What is typed into lists but not added yet. */
  pending: PendingTexts;
  typePending: (field: ListField, text: string) => void;
  /** Something is typed and not added. */
  isInProgress: boolean;
  /** What the last Save would have left out: names of fields. */
  incomplete: readonly string[];
  /** Why the last Save was not sent, by field; empty once it is mended. */
  problems: Record<string, string>;
  /** Another one for every Save that was not sent. */
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

/** The two ways to save a lesson. B §4: the first Save with something typed but not added warns, the second leaves it out. */
export function useLessonSaving({ editor, parts, packageName, isReadOnly }: LessonSavingOptions): LessonSaving {
  const [pending, setPending] = useState<PendingTexts>({});
  const [warnedOf, setWarnedOf] = useState('');
  const [refusal, setRefusal] = useState<object | null>(null);
  const lists = fieldsInProgress(pending, editor.fields).map((field) => ({ label: fieldLabel(field), text: pending[field] ?? '' }));
  const packages = packageName.text.trim() === '' ? [] : [{ label: 'Packages', text: packageName.text }];
  const inProgress = isReadOnly ? [] : [...lists, ...packages];
  const isInProgress = inProgress.length > 0;
  // A warning is about what it named: when something else is in progress by now, it is given anew.
  const present = inProgress.map(({ label, text }) => `${label}\n${text}`).join('\n\n');
  const wasWarned = isInProgress && warnedOf === present;
  const incomplete = wasWarned ? inProgress.map(({ label }) => label) : [];
  const isLacking = lacksRelatedLesson(editor.fields);
  const problems: Record<string, string> = refusal !== null && isLacking ? { related_lesson: MESSAGES.relatedLessonMissing } : {};

  function isComplete(): boolean {
    setRefusal(isLacking ? {} : null);
    return !isLacking;
  }
  function check(): boolean {
    if (!isComplete()) return false;
    if (!isInProgress || wasWarned) return true;
    setWarnedOf(present);
    return false;
  }
  const page = usePageSave(parts, {
    id: 'lesson:save',
    label: 'Save',
    isReadOnly,
    isMore: isInProgress,
    check,
    warning: problems['related_lesson'] ?? (incomplete.length > 0 ? MESSAGES.incompleteFields(incomplete) : null),
    hasConflict: editor.conflict !== null,
    // What is in progress is left out of the second Save (B §4).
    onSaved: () => {
      setPending({});
      packageName.forget();
    },
  });
  return {
    ...page,
    saveFirst: async (next) => {
      if (isComplete() && (await parts.saveAll())) next();
    },
    pending,
    typePending: (field, text) => setPending((now) => ({ ...now, [field]: text })),
    isInProgress,
    incomplete,
    problems,
    refusal,
  };
}

import { IconDeviceFloppy, IconMessage2 } from '@tabler/icons-react';
import { useState } from 'react';
import { lacksRelatedLesson } from '#contract/lessons.policy.ts';
import { useCommands } from '#web/platform/commands.ts';
import type { Command } from '#web/platform/commands.ts';
import { fieldLabel } from './field-labels.ts';
import { MESSAGES } from './messages.ts';
import { fieldsInProgress, type ListField, type PendingTexts } from './pending-inputs.ts';
import type { LessonEditor } from './use-lesson-editor.ts';

export interface LessonSaving {
  save: Command;
  saveWithMessage: Command;
  isMessageOpen: boolean;
  closeMessage: () => void;
  /** After a save with a message. */
  finish: () => void;
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

/** The two ways to save a lesson. B §4: the first Save with something typed but not added warns, the second leaves it out. */
export function useLessonSaving(editor: LessonEditor, isReadOnly: boolean): LessonSaving {
  const [isMessageOpen, setMessageOpen] = useState(false);
  const [pending, setPending] = useState<PendingTexts>({});
  const [warnedOf, setWarnedOf] = useState('');
  const [refusal, setRefusal] = useState<object | null>(null);
  const inProgress = isReadOnly ? [] : fieldsInProgress(pending, editor.fields);
  const isInProgress = inProgress.length > 0;
  // A warning is about what it named: when something else is in progress by now, it is given anew.
  const present = inProgress.map((field) => `${field}\n${pending[field]}`).join('\n\n');
  const wasWarned = isInProgress && warnedOf === present;
  const isLacking = lacksRelatedLesson(editor.fields);
  const enabled = !isReadOnly && (editor.isDirty || isInProgress) && !editor.isSaving;

  const check = (go: () => void) => {
    if (isLacking) return setRefusal({});
    if (isInProgress && !wasWarned) return setWarnedOf(present);
    setRefusal(null);
    return editor.isDirty ? go() : forget();
  };
  // The second Save stores without what is in progress (B §4).
  const forget = () => setPending({});
  const save: Command = {
    id: 'lesson:save',
    label: 'Save',
    group: 'Actions',
    shortcut: 'Mod+S',
    icon: IconDeviceFloppy,
    enabled,
    run: () => check(() => editor.save(undefined, forget)),
  };
  const saveWithMessage: Command = {
    id: 'lesson:save-with-message',
    label: 'Save with message',
    group: 'Actions',
    shortcut: 'Mod+Shift+S',
    icon: IconMessage2,
    enabled,
    run: () => check(() => setMessageOpen(true)),
  };
  useCommands([save, saveWithMessage]);
  return {
    save,
    saveWithMessage,
    isMessageOpen,
    closeMessage: () => setMessageOpen(false),
    finish: () => {
      setMessageOpen(false);
      forget();
    },
    pending,
    typePending: (field, text) => setPending((now) => ({ ...now, [field]: text })),
    isInProgress,
    incomplete: wasWarned ? inProgress.map(fieldLabel) : [],
    problems: refusal !== null && isLacking ? { related_lesson: MESSAGES.relatedLessonMissing } : {},
    refusal,
  };
}

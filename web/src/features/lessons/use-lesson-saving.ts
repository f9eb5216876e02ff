import { IconDeviceFloppy, IconMessage2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommands } from '#web/platform/commands.ts';
import type { Command } from '#web/platform/commands.ts';
import { fieldLabel } from './field-labels.ts';
import type { LessonEditor } from './use-lesson-editor.ts';

export interface LessonSaving {
  save: Command;
  saveWithMessage: Command;
  isMessageOpen: boolean;
  closeMessage: () => void;
  /** An objective that is typed but not added yet. */
  pendingObjective: string;
  setPendingObjective: (text: string) => void;
  /** What the last Save would have left out: names of fields. */
  incomplete: readonly string[];
}

/** The two ways to save a lesson. B §4: the first Save with something typed but not added warns, the second leaves it out. */
export function useLessonSaving(editor: LessonEditor, isReadOnly: boolean): LessonSaving {
  const [isMessageOpen, setMessageOpen] = useState(false);
  const [pendingObjective, setPendingObjective] = useState('');
  const [wasWarned, setWarned] = useState(false);
  const isIncomplete = pendingObjective.trim() !== '';
  const enabled = !isReadOnly && (editor.isDirty || isIncomplete) && !editor.isSaving;
  const unlessIncomplete = (go: () => void) => {
    if (isIncomplete && !wasWarned) setWarned(true);
    else if (editor.isDirty) go();
  };
  const save: Command = {
    id: 'lesson:save',
    label: 'Save',
    group: 'Actions',
    shortcut: 'Mod+S',
    icon: IconDeviceFloppy,
    enabled,
    run: () => unlessIncomplete(() => editor.save()),
  };
  const saveWithMessage: Command = {
    id: 'lesson:save-with-message',
    label: 'Save with message',
    group: 'Actions',
    shortcut: 'Mod+Shift+S',
    icon: IconMessage2,
    enabled,
    run: () => unlessIncomplete(() => setMessageOpen(true)),
  };
  useCommands([save, saveWithMessage]);
  return {
    save,
    saveWithMessage,
    isMessageOpen,
    closeMessage: () => setMessageOpen(false),
    pendingObjective,
    setPendingObjective: (text) => {
      setPendingObjective(text);
      setWarned(false);
    },
    incomplete: isIncomplete && wasWarned ? [fieldLabel('objectives')] : [],
  };
}

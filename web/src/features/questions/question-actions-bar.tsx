import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconMessage2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { MessageDialog } from '#web/ui/message-dialog.tsx';
import type { ShownQuestion } from './question-edits.ts';
import classes from './questions.module.css';
import type { QuestionActions } from './use-question-actions.ts';
import type { QuestionEditing } from './use-questions.ts';

interface QuestionActionsBarProps {
  question: ShownQuestion;
  editing: QuestionEditing;
  actions: QuestionActions;
}

/** Save, Save with message, Discard changes and Delete of one question. */
export function QuestionActionsBar({ question, editing: { edits }, actions }: QuestionActionsBarProps) {
  const [isAsking, setAsking] = useState(false);
  const { key, id, isDirty } = question;
  const isBusy = actions.busy.has(key);
  const isNew = id === null && !question.isGone;
  const isOff = !(isDirty || isNew) || isBusy;

  async function saveWithMessage(message: string) {
    edits.setMessage(key, message);
    // A conflict asks in a dialog of its own; the message goes along with its answer.
    if (await actions.save(key, message)) setAsking(false);
  }

  return (
    <div className={classes.actions}>
      <Button
        size="xs"
        leftSection={<IconDeviceFloppy size={15} aria-hidden />}
        // Disabled for everyone but the keyboard: the focus stays on it while and after it saves.
        aria-disabled={isOff}
        data-disabled={isOff || undefined}
        onClick={() => !isOff && void actions.save(key)}
      >
        Save question
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconMessage2 size={15} aria-hidden />}
        aria-disabled={isOff}
        data-disabled={isOff || undefined}
        onClick={() => !isOff && setAsking(true)}
      >
        Save with message
      </Button>
      {isDirty && !isNew && !question.isGone && (
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => edits.discard(key)}>
          Discard changes
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        className={classes.delete ?? ''}
        leftSection={<IconTrash size={15} aria-hidden />}
        disabled={isBusy}
        onClick={() => void actions.remove(key)}
      >
        Delete question
      </Button>
      <MessageDialog
        isOpen={isAsking && actions.conflict === null}
        initialMessage={question.message}
        onMessage={(message) => edits.setMessage(key, message)}
        isBusy={isBusy}
        error={isAsking ? (actions.failures.get(key) ?? null) : null}
        onSave={(message) => void saveWithMessage(message)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

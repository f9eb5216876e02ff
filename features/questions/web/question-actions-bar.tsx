import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconMessage2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { MessageDialog } from '#platform/web/ui/message-dialog.tsx';
import type { QuestionEditing, QuestionItem } from './use-questions.ts';
import classes from './questions.module.css';

interface QuestionActionsBarProps {
  question: QuestionItem;
  editing: QuestionEditing;
  isBusy: boolean;
}

/** Save, Save with message, Discard changes and Delete of one question. */
export function QuestionActionsBar({ question, editing: { list, failureOf, remove }, isBusy }: QuestionActionsBarProps) {
  const [isAsking, setAsking] = useState(false);
  const { key, isDirty, isNew } = question;
  const isOff = !(isDirty || isNew) || isBusy;

  async function saveWithMessage(message: string) {
    list.setMessage(key, message);
    // A conflict has its own dialog, whose save has the same message.
    if (await list.save(key, message)) setAsking(false);
  }

  return (
    <div className={classes.actions}>
      <Button
        size="xs"
        leftSection={<IconDeviceFloppy size={15} aria-hidden />}
        // Disabled for everyone but the keyboard: the focus stays on it while and after it saves.
        aria-disabled={isOff}
        data-disabled={isOff || undefined}
        onClick={() => !isOff && void list.save(key)}
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
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => list.discard(key)}>
          Discard changes
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        className={classes.delete ?? ''}
        leftSection={<IconTrash size={15} aria-hidden />}
        disabled={isBusy}
        onClick={() => void remove(key)}
      >
        Delete question
      </Button>
      <MessageDialog
        isOpen={isAsking && question.conflict === null}
        initialMessage={question.message}
        onMessage={(message) => list.setMessage(key, message)}
        isBusy={isBusy}
        error={isAsking ? failureOf(question) : null}
        onSave={(message) => void saveWithMessage(message)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

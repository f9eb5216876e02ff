import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { QuestionEditing, QuestionItem } from './use-questions.ts';
import layout from '#platform/web/ui/layout.module.css';

interface QuestionActionsBarProps {
  question: QuestionItem;
  editing: QuestionEditing;
  isBusy: boolean;
}

/** Delete question and, for one that couldn't be saved, Discard changes. The page saves it. */
export function QuestionActionsBar({ question, editing: { list, remove }, isBusy }: QuestionActionsBarProps) {
  const { key, isDirty, isNew, isGone, failure } = question;
  return (
    <div className={layout.wrap}>
      {failure !== null && isDirty && !isNew && !isGone && (
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => list.discard(key)}>
          Discard changes
        </Button>
      )}
      <Button
        size="xs"
        variant="danger"
        ml="auto"
        leftSection={<IconTrash size={15} aria-hidden />}
        disabled={isBusy}
        onClick={() => void remove(key)}
      >
        Delete question
      </Button>
    </div>
  );
}

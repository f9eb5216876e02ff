import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { useSaveLesson } from '#features/lessons/web/api.ts';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { errorText } from '#platform/web/error-text.ts';
import { customCheckingNote, MESSAGES } from './messages.ts';
import classes from './packages.module.css';

interface CustomCheckingNoteProps {
  lesson: Lesson;
  /** The first check of the lesson was just saved. */
  hasJustTurnedOn: boolean;
  isReadOnly: boolean;
}

/** Below a custom check: that saving it turned custom checking of the lesson on, or that it is off, with the way back or on. */
export function CustomCheckingNote({ lesson, hasJustTurnedOn, isReadOnly }: CustomCheckingNoteProps) {
  const saving = useSaveLesson(lesson.id);
  const { data: screens = [] } = useQuery(screenNamesQuery(lesson.id));
  const hasChecks = screens.some(({ has_custom_check }) => has_custom_check);
  const note = customCheckingNote(lesson, { hasJustTurnedOn, hasChecks });
  const text = saving.isError ? errorText(saving.error, MESSAGES.checkingNotSaved) : note?.text;
  if (note === null || isReadOnly) return <span role="status" hidden />;
  return (
    <div className={classes.note} role="status">
      {text}
      <Button
        size="compact-xs"
        variant="default"
        loading={saving.isPending}
        onClick={() => saving.mutate({ custom_check_enabled: !lesson.custom_check_enabled })}
      >
        {note.action}
      </Button>
    </div>
  );
}

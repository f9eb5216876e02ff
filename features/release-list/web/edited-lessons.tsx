import { Button, Checkbox, Input, Text } from '@mantine/core';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from './messages.ts';
import classes from './releases.module.css';

interface EditedLessonsProps {
  lessons: readonly LessonRow[];
  /** Numbers already in the target release, which can't be copied. */
  taken: ReadonlySet<number>;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
  isDisabled: boolean;
}

/** The edited lessons of the source release, selected one by one or all at once. */
export function EditedLessons({ lessons, taken, chosen, onChange, isDisabled }: EditedLessonsProps) {
  if (lessons.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {MESSAGES.noEdited}
      </Text>
    );
  }
  const choosable = lessons.filter((lesson) => !taken.has(lesson.sequence)).map((lesson) => lesson.sequence);
  const isAll = choosable.length > 0 && choosable.every((sequence) => chosen.has(sequence));
  const toggle = (sequence: number) => {
    const next = new Set(chosen);
    if (!next.delete(sequence)) next.add(sequence);
    onChange(next);
  };
  return (
    <Input.Wrapper label="Edited lessons" labelElement="div" description="Lessons that differ from main">
      <div className={classes.checked}>
        <Text size="xs" c="dimmed" role="status">
          {chosen.size} of {choosable.length} chosen
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          disabled={isDisabled || choosable.length === 0}
          onClick={() => onChange(isAll ? new Set() : new Set(choosable))}
        >
          {isAll ? 'Select none' : 'Select all'}
        </Button>
      </div>
      <div className={classes.edited} role="group" aria-label="Edited lessons">
        {lessons.map((lesson) => {
          const isTaken = taken.has(lesson.sequence);
          return (
            <Checkbox
              key={lesson.id}
              label={`${lesson.sequence} ${lesson.title}${isTaken ? ' (already in this release)' : ''}`}
              disabled={isDisabled || isTaken}
              checked={chosen.has(lesson.sequence)}
              onChange={() => toggle(lesson.sequence)}
            />
          );
        })}
      </div>
    </Input.Wrapper>
  );
}

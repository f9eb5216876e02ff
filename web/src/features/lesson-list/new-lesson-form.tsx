import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { useCommands } from '#web/platform/commands.ts';
import classes from './lessons-list.module.css';

interface NewLessonFormProps {
  isBusy: boolean;
  onCreate: (lesson: { sequence: number; title: string }) => void;
}

/** Creates a lesson. Create is disabled while the number is empty or a request is running; the number is numeric. */
export function NewLessonForm({ isBusy, onCreate }: NewLessonFormProps) {
  const [number, setNumber] = useState('');
  const [title, setTitle] = useState('');
  const numberInput = useRef<HTMLInputElement>(null);
  const isReady = number !== '' && !isBusy;
  useCommands([
    {
      id: 'lessons:new',
      label: 'New lesson',
      group: 'Actions',
      shortcut: 'Alt+N',
      icon: IconPlus,
      run: () => numberInput.current?.focus(),
    },
  ]);
  return (
    <form
      className={classes.newLesson}
      aria-label="New lesson"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onCreate({ sequence: Number(number), title: title.trim() });
      }}
    >
      <span className={classes.newLabel} aria-hidden>
        New lesson
      </span>
      <TextInput
        ref={numberInput}
        className={classes.newNumber ?? ''}
        aria-label="Number"
        placeholder="Number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(LIMITS.sequenceMax).length}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value.replace(/\D/g, ''))}
      />
      <TextInput
        className={classes.newTitle ?? ''}
        aria-label="Title"
        placeholder="Title"
        maxLength={LIMITS.titleMax}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Button type="submit" leftSection={<IconPlus size={16} aria-hidden />} disabled={!isReady} loading={isBusy}>
        Create
      </Button>
    </form>
  );
}

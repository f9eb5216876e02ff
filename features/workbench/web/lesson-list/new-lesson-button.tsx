import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCopyPlus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { type Command, useCommands } from '#platform/web/commands.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';

const loadDialog = () => import('./new-lesson-dialog.tsx');

interface NewLessonButtonProps {
  /** A lesson that can be copied. */
  lesson?: Pick<Lesson, 'id' | 'sequence' | 'title'>;
  /** The narrowest window in which it is shown; the palette has it, too. */
  visibleFrom?: 'sm';
}

/** Opens the form for a new lesson, also for a copy of the given one. */
export function NewLessonButton({ lesson, visibleFrom }: NewLessonButtonProps) {
  const [opened, setOpened] = useState<'empty' | 'copy' | null>(null);
  const open = () => setOpened('empty');
  const duplicate: Command = {
    id: 'lessons:duplicate',
    label: 'Duplicate as a new lesson',
    group: 'Actions',
    icon: IconCopyPlus,
    run: () => setOpened('copy'),
  };
  // The form has a command of the same id while it is shown.
  useCommands([
    { id: 'lessons:new', label: 'New lesson', group: 'Actions', shortcut: 'Alt+N', icon: IconPlus, run: open },
    ...(lesson ? [duplicate] : []),
  ]);
  return (
    <>
      <Button
        {...(visibleFrom && { visibleFrom })}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        New lesson
      </Button>
      {opened === null ? null : (
        <OnDemand
          load={loadDialog}
          props={{ ...(lesson && { original: lesson }), isCopy: opened === 'copy', onClose: () => setOpened(null) }}
        />
      )}
    </>
  );
}

/** The form for a new lesson above the list, or on a phone, which has no room for it, a button that opens it. */
export function NewLessonEntry({ form }: { form: ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? <NewLessonButton /> : form;
}

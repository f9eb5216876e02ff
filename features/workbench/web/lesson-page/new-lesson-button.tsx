import { Button } from '@mantine/core';
import { IconCopyPlus, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { useCommands } from '#platform/web/commands.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';

const loadDialog = () => import('../lesson-list/new-lesson-dialog.tsx');

/** Begins the next lesson without a detour over the list, also with a copy of this one. */
export function NewLessonButton({ lesson }: { lesson: Pick<Lesson, 'id' | 'sequence' | 'title'> }) {
  const [opened, setOpened] = useState<'empty' | 'copy' | null>(null);
  const open = () => setOpened('empty');
  // The form has a command of the same id while it is shown.
  useCommands([
    { id: 'lessons:new', label: 'New lesson', group: 'Actions', shortcut: 'Alt+N', icon: IconPlus, run: open },
    { id: 'lessons:duplicate', label: 'Duplicate as a new lesson', group: 'Actions', icon: IconCopyPlus, run: () => setOpened('copy') },
  ]);
  return (
    <>
      {/* On a phone the page needs the room; the palette has it, too. */}
      <Button visibleFrom="sm" variant="default" leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
        New lesson
      </Button>
      {opened === null ? null : (
        <OnDemand load={loadDialog} props={{ original: lesson, isCopy: opened === 'copy', onClose: () => setOpened(null) }} />
      )}
    </>
  );
}

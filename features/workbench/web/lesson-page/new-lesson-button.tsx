import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommands } from '#platform/web/commands.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';

const loadDialog = () => import('../lesson-list/new-lesson-dialog.tsx');

/** Begins the next lesson without a detour over the list. */
export function NewLessonButton() {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  // The form has a command of the same id while it is shown.
  useCommands([{ id: 'lessons:new', label: 'New lesson', group: 'Actions', shortcut: 'Alt+N', icon: IconPlus, run: open }]);
  return (
    <>
      {/* On a phone the page needs the room; the palette has it, too. */}
      <Button visibleFrom="sm" variant="default" leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
        New lesson
      </Button>
      {isOpen ? <OnDemand load={loadDialog} props={{ onClose: () => setOpen(false) }} /> : null}
    </>
  );
}

import { IconCopyPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Command } from '#platform/web/commands.ts';
import { useCommands } from '#platform/web/commands.ts';
import type { UnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';

const loadDialog = () => import('./copy-screen-dialog.tsx');

interface CopyScreenOptions {
  lessonId: number;
  screenId: number;
  isReadOnly: boolean;
  /** What is on the page is saved first: the server copies what is stored. */
  page: UnsavedParts;
  onMoved: () => void;
}

/** The command that copies or moves the screen to another lesson, and its dialog. */
export function useCopyScreen({ lessonId, screenId, isReadOnly, page, onMoved }: CopyScreenOptions): {
  commands: Command[];
  dialog: ReactNode;
} {
  const [isOpen, setOpen] = useState(false);
  const commands: Command[] = [
    {
      id: 'copy-screen-to-lesson',
      label: 'Copy or move to another lesson…',
      group: 'Actions',
      icon: IconCopyPlus,
      run: async () => {
        if (!page.state().isDirty || (await page.saveAll())) setOpen(true);
      },
    },
  ];
  useCommands(commands);
  const props = { lessonId, screenId, isReadOnly, onMoved, onClose: () => setOpen(false) };
  return { commands, dialog: isOpen ? <OnDemand load={loadDialog} props={props} /> : null };
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';
import { MESSAGES } from './messages.ts';

const loadDialog = () => import('./export-dialog.tsx');

/** Opens the dialog with all formats, beside the button for the zip. */
export function MoreFormats(props: Omit<ExportDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {MESSAGES.more}
      </Button>
      {isOpen ? <OnDemand load={loadDialog} props={{ ...props, onClose: () => setOpen(false) }} /> : null}
    </>
  );
}

import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useFilesDrop } from '#web/ui/use-file-drop.ts';
import classes from './data-files.module.css';
import { MESSAGES } from './messages.ts';

/** Takes files in by a button or dropped, as many at once as one likes. */
export function UploadZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);
  const isOver = useFilesDrop(zone, false, onFiles);
  return (
    <div ref={zone} className={classes.zone} role="group" aria-label="Upload files" data-over={isOver || undefined}>
      <Button size="xs" variant="default" leftSection={<IconUpload size={15} aria-hidden />} onClick={() => input.current?.click()}>
        Upload files
      </Button>
      <span className={classes.quiet}>{MESSAGES.dropHint}</span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file can be chosen again after a change.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

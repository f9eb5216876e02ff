import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useFilesDrop } from '#platform/web/ui/use-file-drop.ts';
import { IMPORTED_ENDINGS } from '../../contract/endings.ts';
import { MESSAGES } from './messages.ts';
import drop from '#platform/web/ui/fields.module.css';
import classes from '../imports.module.css';

interface FilesInputProps {
  isDisabled: boolean;
  /** One file at a time. */
  isSingle?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Notebooks and Markdown files, chosen or dropped. */
export function FilesInput({ isDisabled, isSingle = false, onFiles }: FilesInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);
  const isOver = useFilesDrop(zone, isDisabled, onFiles);
  return (
    <div ref={zone} className={drop.zone} role="group" aria-label="Files" data-over={isOver || undefined}>
      <Button
        size="xs"
        variant="default"
        data-autofocus
        leftSection={<IconUpload size={15} aria-hidden />}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {isSingle ? 'Choose a file' : 'Choose files'}
      </Button>
      <span className={classes.importFileQuiet}>{isSingle ? MESSAGES.dropOneHint : MESSAGES.dropHint}</span>
      <input
        ref={input}
        type="file"
        multiple={!isSingle}
        hidden
        accept={IMPORTED_ENDINGS.join(',')}
        aria-label="Files to import"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // Allow choosing the same file again after it was edited.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

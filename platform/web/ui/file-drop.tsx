import { ActionIcon, Button, Input } from '@mantine/core';
import { IconFileZip, IconUpload, IconX } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { fileSizeText } from './file-size-text.ts';
import { useFileDrop } from './use-file-drop.ts';
import classes from './fields.module.css';

interface FileDropProps {
  label: string;
  /** Accepted file types: `.zip`. */
  accept: string;
  /** Text next to the button: `or drop it here`. */
  hint: string;
  file: File | null;
  onFile: (file: File | null) => void;
  error?: string | null;
  isDisabled?: boolean;
}

/** A field for one file, chosen or dropped. The form validates it. */
export function FileDrop({ label, accept, hint, file, onFile, error = null, isDisabled = false }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const zone = useRef<HTMLDivElement>(null);
  const isOver = useFileDrop(zone, isDisabled, onFile);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} errorProps={{ id: errorId }}>
      <div
        ref={zone}
        role="group"
        aria-label={label}
        className={classes.zone}
        data-over={isOver || undefined}
        data-invalid={error !== null || undefined}
      >
        <Button
          ref={button}
          size="xs"
          variant="default"
          leftSection={<IconUpload size={15} aria-hidden />}
          disabled={isDisabled}
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : errorId}
          onClick={() => input.current?.click()}
        >
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        {file ? (
          <>
            <IconFileZip size={18} aria-hidden />
            <span className={classes.name}>
              {file.name} <span className={classes.size}>{fileSizeText(file.size)}</span>
            </span>
            <ActionIcon
              aria-label={`Remove ${file.name}`}
              disabled={isDisabled}
              onClick={() => {
                onFile(null);
                button.current?.focus();
              }}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          </>
        ) : (
          <span className={classes.hint}>{hint}</span>
        )}
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={label}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (chosen) onFile(chosen);
            // Allow choosing the same file again after it was edited.
            event.currentTarget.value = '';
          }}
        />
      </div>
    </Input.Wrapper>
  );
}

import { ActionIcon, Button, Input, Progress, Switch } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { useFilesDrop } from '#platform/web/ui/use-file-drop.ts';
import { isWanted, type ChosenFile } from './chosen-files.ts';
import { MESSAGES } from './messages.ts';
import drop from '#platform/web/ui/fields.module.css';
import layout from '#platform/web/ui/layout.module.css';
import classes from './datasets.module.css';

interface FilesFieldProps {
  files: readonly ChosenFile[];
  /** Bytes sent per file; null: no upload is running. */
  sent: readonly number[] | null;
  /** The files of an interrupted upload: the list is fixed. */
  isResumed: boolean;
  error: string | null;
  onAdd: (files: readonly File[]) => void;
  onChange: (files: ChosenFile[]) => void;
}

/** The files of a dataset: chosen or dropped, each with 'Is a directory' and its progress. */
export function FilesField({ files, sent, isResumed, error, onAdd, onChange }: FilesFieldProps) {
  const zone = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const isSending = sent !== null;
  const isOver = useFilesDrop(zone, isSending, onAdd);
  const needsChoice = !isResumed || files.some(isWanted);
  return (
    <Input.Wrapper label="Files" labelElement="div" withAsterisk={!isResumed} error={error} errorProps={{ id: errorId }}>
      <div
        ref={zone}
        role="group"
        aria-label="Files"
        className={drop.fileDropList}
        data-over={isOver || undefined}
        data-invalid={error !== null || undefined}
      >
        {needsChoice ? (
          <div className={classes.choose}>
            <Button
              ref={button}
              size="xs"
              variant="default"
              leftSection={<IconUpload size={15} aria-hidden />}
              disabled={isSending}
              aria-invalid={error !== null || undefined}
              aria-describedby={error === null ? undefined : errorId}
              onClick={() => input.current?.click()}
            >
              {isResumed ? MESSAGES.chooseAgain : 'Choose files'}
            </Button>
            <span className={layout.note}>or drop them here</span>
          </div>
        ) : null}
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files of the dataset"
          onChange={(event) => {
            onAdd([...(event.currentTarget.files ?? [])]);
            // Allow choosing the same file again after it was edited.
            event.currentTarget.value = '';
          }}
        />
        {files.length > 0 ? (
          <ul className={classes.files}>
            {files.map((each, index) => (
              <FileRow
                key={each.info.name}
                file={each}
                sent={sent?.[index] ?? null}
                isSettled={isResumed || isSending}
                onDirectory={(is_directory) =>
                  onChange(files.map((other) => (other === each ? { ...each, info: { ...each.info, is_directory } } : other)))
                }
                onRemove={() => {
                  onChange(files.filter((other) => other !== each));
                  button.current?.focus();
                }}
              />
            ))}
          </ul>
        ) : null}
      </div>
    </Input.Wrapper>
  );
}

interface FileRowProps {
  file: ChosenFile;
  sent: number | null;
  isSettled: boolean;
  onDirectory: (isDirectory: boolean) => void;
  onRemove: () => void;
}

function FileRow({ file, sent, isSettled, onDirectory, onRemove }: FileRowProps) {
  const { name, bytes, is_directory } = file.info;
  const hasArrived = file.arrived.length === file.info.chunkCount;
  return (
    <li className={classes.file}>
      <span className={classes.fileName}>
        {name} <span className={layout.note}>{fileSizeText(bytes)}</span>
      </span>
      {isSettled && sent === null ? (
        <span className={layout.note}>{hasArrived ? MESSAGES.isHere : isWanted(file) ? MESSAGES.isWanted : ''}</span>
      ) : null}
      <Switch
        size="xs"
        label="Is a directory"
        aria-label={`${name} is a directory`}
        title={MESSAGES.directoryHint}
        checked={is_directory}
        disabled={isSettled}
        onChange={(event) => onDirectory(event.currentTarget.checked)}
      />
      {isSettled ? null : (
        <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
      )}
      {sent === null ? null : (
        <Progress className={layout.ownRow ?? ''} size="xs" value={bytes === 0 ? 100 : (100 * sent) / bytes} aria-label={`${name} sent`} />
      )}
    </li>
  );
}

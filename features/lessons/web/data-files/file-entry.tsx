import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconDownload, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { SaveState } from '#features/changes/web/save-state.tsx';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { nameOfData } from '#features/lesson-files/rules/data-path.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { downloadUrl, useDeleteFile } from './api.ts';
import { FileSettings } from './file-settings.tsx';
import { MESSAGES } from './messages.ts';
import { useFileFields } from './use-file-fields.ts';
import classes from '../lesson-parts.module.css';

interface FileEntryProps {
  lessonId: number;
  file: DataFile;
  screens: readonly Pick<Screen, 'id' | 'sequence' | 'title'>[];
  /** The name of another file that is displayed first; null: there is none. */
  displayedFirst: string | null;
  isReadOnly: boolean;
  /** Shows its contents. */
  onOpen: () => void;
  onRenamed: (name: string) => void;
  /** @param deletedItem The id by which it is restored from the trash; null where the server does not say. */
  onDeleted: (deletedItem: number | null) => void;
}

/** One file of the list: its name and size, what can be done with it, and its settings once they are opened. */
export function FileEntry(props: FileEntryProps) {
  const { lessonId, file, screens, displayedFirst, isReadOnly, onOpen, onRenamed, onDeleted } = props;
  const [isOpen, setOpen] = useState(false);
  const settingsId = useId();
  const editor = useFileFields(lessonId, file);
  const { state, error, session } = editor;
  const deletion = useDeleteFile(lessonId);
  const summary = summaryOf(file, screens);
  return (
    <li className={classes.file}>
      <div className={classes.line}>
        <ActionIcon
          aria-label={`Settings of ${file.file_name}`}
          aria-expanded={isOpen}
          aria-controls={settingsId}
          title="Settings"
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
        </ActionIcon>
        <span className={classes.names}>
          {file.is_text ? (
            <UnstyledButton className={classes.name} title={`${isReadOnly ? 'View' : 'View and edit'} ${file.file_name}`} onClick={onOpen}>
              {nameOfData(file.file_name)}
            </UnstyledButton>
          ) : (
            <span className={classes.plainName} title={MESSAGES.noText}>
              {nameOfData(file.file_name)}
            </span>
          )}
          <span className={classes.quiet}>{[fileSizeText(file.bytes), ...summary].join(' · ')}</span>
        </span>
        {state === 'saved' ? null : <SaveState state={state} />}
        <ActionIcon
          component="a"
          href={downloadUrl(file.id)}
          download={nameOfData(file.file_name)}
          aria-label={`Download ${file.file_name}`}
          title="Download"
        >
          <IconDownload size={15} aria-hidden />
        </ActionIcon>
        {isReadOnly ? null : (
          <ActionIcon
            aria-label={`Delete ${file.file_name}`}
            title="Delete"
            loading={deletion.isPending}
            // Not `onSuccess`: that isn't called once this entry is gone, and a live event may remove it before the reply arrives.
            onClick={() =>
              void deletion.mutateAsync(file).then(
                ({ deletedItem }) => onDeleted(deletedItem),
                () => undefined,
              )
            }
          >
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <ErrorBanner text={deletion.isError ? failureText(deletion.error, MESSAGES.deleteFailed) : null} />
      <ErrorBanner
        text={error}
        actions={
          <>
            <Button size="xs" onClick={() => void session.save()}>
              Try again
            </Button>
            <Button size="xs" variant="default" onClick={session.discard}>
              Discard
            </Button>
          </>
        }
      />
      <div id={settingsId}>
        {isOpen ? (
          <FileSettings
            lessonId={lessonId}
            file={file}
            editor={editor}
            screens={screens}
            displayedFirst={displayedFirst}
            isReadOnly={isReadOnly}
            onRenamed={onRenamed}
          />
        ) : null}
      </div>
    </li>
  );
}

/** The settings of a file, in a few words. */
function summaryOf(file: DataFile, screens: FileEntryProps['screens']): string[] {
  const numbers = screens.filter(({ id }) => file.screens.includes(id)).map(({ sequence }) => sequence);
  return [
    ...(file.alias === file.file_name || file.alias === '' ? [] : [`as ${file.alias}`]),
    ...(file.display_first ? ['first'] : []),
    ...(file.show_in_editor ? ['in editor'] : []),
    ...(file.preview ? [file.lines === null ? 'preview' : `preview of ${file.lines} lines`] : []),
    ...(numbers.length === 0 ? [] : [`${numbers.length === 1 ? 'screen' : 'screens'} ${numbers.join(', ')}`]),
  ];
}

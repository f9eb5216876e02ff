import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { SaveState } from '#features/changes/web/save-state.tsx';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { useCommands } from '#platform/web/commands.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { LazyCodeEditor } from '#platform/web/ui/code-editor/lazy-code-editor.tsx';
import { DraftBanner } from '#platform/web/ui/editing/draft-banner.tsx';
import { useUnsavedPart } from '#platform/web/ui/editing/unsaved-parts.ts';
import { languageOf } from './file-modes.ts';
import { MESSAGES } from './messages.ts';
import { type FileTextEditing, type KnownText, useFileText } from './use-file-text.ts';
import classes from '../lesson-parts.module.css';

export interface FileTextEditorProps {
  lessonId: number;
  file: Pick<DataFile, 'file_name' | 'mode'>;
  opened: KnownText;
  isReadOnly: boolean;
  /** In a dialog, where the keys of the page behind it rest: Mod+S saves this file. */
  hasKeys?: boolean;
  onDirty: (isDirty: boolean) => void;
  /** At the end of the bar. */
  children?: ReactNode;
}

/** The text of a data file: an editor with its own Save, and both texts when another author saved first. */
export function FileTextEditor(props: FileTextEditorProps) {
  const { lessonId, file, opened, isReadOnly, hasKeys = false, onDirty, children } = props;
  const text = useFileText(lessonId, file.file_name, opened, isReadOnly);
  const { session, version, isDirty, isSaving, theirs } = text;
  const theirText = theirs?.contents;
  const language = languageOf(file);
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  useUnsavedPart({ name: file.file_name, state: text.state, error: text.error, save: text.save });
  useCommands(
    isReadOnly || !hasKeys
      ? []
      : [
          {
            id: 'data-file:save',
            label: `Save ${file.file_name}`,
            group: 'Actions',
            shortcut: 'Mod+S',
            enabled: isDirty && !isSaving && theirs === null,
            inDialogs: true,
            run: () => void text.save(),
          },
        ],
  );
  return (
    <div className={classes.textEditor}>
      <div className={classes.textBar}>
        {isReadOnly ? null : (
          <>
            <Button
              size="compact-sm"
              leftSection={<IconDeviceFloppy size={15} aria-hidden />}
              disabled={!isDirty || theirs !== null}
              loading={isSaving}
              onClick={() => void text.save()}
            >
              Save file
            </Button>
            <SaveState state={text.state} />
          </>
        )}
        <span className={classes.textBarEnd}>{children}</span>
      </div>
      <ErrorBanner text={text.error} />
      {theirs ? null : (
        <DraftBanner
          draft={text.draft}
          what={file.file_name}
          actions={
            <Button size="xs" variant="default" disabled={isSaving} onClick={text.discard}>
              Discard
            </Button>
          }
        />
      )}
      {theirs ? <Conflict fileName={file.file_name} text={text} /> : null}
      <div className={classes.sides} data-two={theirText === undefined ? undefined : true}>
        <div className={classes.side}>
          <LazyCodeEditor
            label={theirText === undefined ? file.file_name : `Yours: ${file.file_name}`}
            language={language}
            read={() => session.read('contents')}
            version={version}
            onChange={(typed) => session.type('contents', typed)}
            isReadOnly={isReadOnly}
            isBusy={isSaving}
          />
        </div>
        {theirText === undefined ? null : (
          <div className={classes.side}>
            <LazyCodeEditor
              key={theirText}
              label={`Theirs: ${file.file_name}`}
              language={language}
              read={() => theirText}
              version={0}
              onChange={() => undefined}
              isReadOnly
            />
          </div>
        )}
      </div>
    </div>
  );
}

function Conflict({ fileName, text }: { fileName: string; text: FileTextEditing }) {
  return (
    <Banner
      kind="warning"
      actions={
        <>
          <Button size="xs" loading={text.isSaving} onClick={text.keepMine}>
            Save mine
          </Button>
          {text.theirs?.contents === undefined ? null : (
            <Button size="xs" variant="default" disabled={text.isSaving} onClick={text.takeTheirs}>
              Take theirs
            </Button>
          )}
        </>
      }
    >
      {text.theirs?.contents === undefined ? MESSAGES.conflictGone(fileName) : MESSAGES.conflict(fileName)}
    </Banner>
  );
}

import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import type { DataFile } from '#contract/data-files.ts';
import { useCommands } from '#web/platform/commands.ts';
import { Banner, ErrorBanner } from '#web/ui/banner.tsx';
import { LazyCodeEditor } from '#web/ui/code-editor/lazy-code-editor.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { useUnsavedPart } from '#web/ui/editing/unsaved-parts.ts';
import { SaveState } from '#web/ui/save-state.tsx';
import classes from './data-files.module.css';
import type { KnownText } from './file-draft.ts';
import { languageOf } from './file-modes.ts';
import { MESSAGES } from './messages.ts';
import { useFileText, type FileTextEditing } from './use-file-text.ts';
import { useKeptText } from './use-kept-text.ts';

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

/** The text of a data file: an editor, its own save with its own state, and both sides when somebody else was faster. */
export function FileTextEditor(props: FileTextEditorProps) {
  const { lessonId, file, opened, isReadOnly, hasKeys = false, onDirty, children } = props;
  const text = useFileText(lessonId, file.file_name, opened);
  const { draft, version, isDirty, isSaving, conflict } = text;
  const kept = useKeptText(lessonId, file.file_name, draft, isReadOnly);
  const language = languageOf(file);
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
  useUnsavedPart({ name: file.file_name, state: isReadOnly ? 'saved' : text.state, error: text.error, save: text.save });
  useCommands(
    isReadOnly || !hasKeys
      ? []
      : [
          {
            id: 'data-file:save',
            label: `Save ${file.file_name}`,
            group: 'Actions',
            shortcut: 'Mod+S',
            enabled: isDirty && !isSaving && conflict === null,
            inDialogs: true,
            run: text.save,
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
              disabled={!isDirty || conflict !== null}
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
      {kept.restoredAt && !conflict ? (
        <Banner
          kind="info"
          onClose={kept.acknowledge}
          actions={
            <Button size="xs" variant="default" disabled={isSaving} onClick={text.discard}>
              Discard
            </Button>
          }
        >
          {MESSAGES.kept(file.file_name)} <RelativeTime at={kept.restoredAt.toISOString()} />.
        </Banner>
      ) : null}
      {conflict ? <Conflict fileName={file.file_name} text={text} /> : null}
      <div className={classes.sides} data-two={conflict?.theirs ? true : undefined}>
        <div className={classes.side}>
          <LazyCodeEditor
            label={conflict?.theirs ? `Yours: ${file.file_name}` : file.file_name}
            language={language}
            read={draft.read}
            version={version}
            onChange={kept.type}
            isReadOnly={isReadOnly}
            isBusy={isSaving}
          />
        </div>
        {conflict?.theirs ? (
          <div className={classes.side}>
            <LazyCodeEditor
              key={conflict.theirs.sha256}
              label={`Theirs: ${file.file_name}`}
              language={language}
              read={() => conflict.theirs?.contents ?? ''}
              version={0}
              onChange={() => undefined}
              isReadOnly
            />
          </div>
        ) : null}
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
          {text.conflict?.theirs ? (
            <Button size="xs" variant="default" disabled={text.isSaving} onClick={text.takeTheirs}>
              Take theirs
            </Button>
          ) : null}
        </>
      }
    >
      {text.conflict?.theirs ? MESSAGES.conflict(fileName) : MESSAGES.conflictGone(fileName)}
    </Banner>
  );
}

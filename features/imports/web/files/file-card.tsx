import { ActionIcon, Badge, Loader, TextInput } from '@mantine/core';
import { IconCircleCheck, IconFileText, IconNotebook, IconX } from '@tabler/icons-react';
import { LIMITS } from '#platform/contract/limits.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { LinkButton } from '#platform/web/ui/links.tsx';
import type { ImportItem } from './import-items.ts';
import { ReportSummary } from './report-summary.tsx';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../imports.module.css';

interface FileCardProps {
  item: ImportItem;
  /** What is wrong with the number; null: nothing, or not validated yet. */
  numberError: string | null;
  isDisabled: boolean;
  onChange: (changes: Partial<Pick<ImportItem, 'number' | 'title'>>) => void;
  onRemove: () => void;
}

/** A file in the dialog: number, title, state and what can't be imported. */
export function FileCard({ item, numberError, isDisabled, onChange, onRemove }: FileCardProps) {
  const { file, state } = item;
  const Icon = file.name.toLowerCase().endsWith('.ipynb') ? IconNotebook : IconFileText;
  const isEditable = state.is !== 'done' && state.is !== 'refused';
  return (
    <li className={`${layout.card} ${classes.card}`} aria-label={file.name}>
      <div className={classes.head}>
        <Icon size={18} aria-hidden />
        <span className={classes.importFileName}>
          {file.name} <span className={classes.importFileQuiet}>{fileSizeText(file.size)}</span>
        </span>
        {state.is === 'done' ? (
          <>
            <Badge variant="light" color="success" leftSection={<IconCircleCheck size={13} aria-hidden />}>
              Imported
            </Badge>
            <LinkButton to="/lesson/$lessonId" params={{ lessonId: state.lessonId }} size="xs" variant="default">
              Open lesson {Number(item.number)}
            </LinkButton>
          </>
        ) : (
          <ActionIcon aria-label={`Remove ${file.name}`} disabled={isDisabled} onClick={onRemove}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {isEditable ? (
        <div className={layout.wrap}>
          <TextInput
            className={classes.number ?? ''}
            label="Number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={String(LIMITS.sequenceMax).length}
            value={item.number}
            error={numberError}
            disabled={isDisabled}
            onChange={(event) => onChange({ number: event.currentTarget.value.replace(/\D/g, '') })}
          />
          <TextInput
            className={classes.title ?? ''}
            label="Title"
            maxLength={LIMITS.titleMax}
            value={item.title}
            disabled={isDisabled || state.is === 'reading'}
            onChange={(event) => onChange({ title: event.currentTarget.value })}
          />
        </div>
      ) : null}
      {state.is === 'reading' ? (
        <span className={classes.line} role="status">
          <Loader size={14} aria-hidden /> Reading…
        </span>
      ) : null}
      {state.is === 'refused' || state.is === 'failed' ? <ErrorBanner text={state.error} /> : null}
      {'report' in state ? <ReportSummary report={state.report} isDone={state.is === 'done'} isOpenFirst={state.is === 'done'} /> : null}
    </li>
  );
}

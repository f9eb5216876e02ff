import { Button, Group } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiffSide } from '#features/review/contract/pull-diffs.ts';
import { FileDiffView } from '#features/review/web/file-diff.tsx';
import { NO_REVIEW, ReviewContext } from '#features/review/web/review-context.ts';
import { api } from '#platform/web/api.ts';
import { useCommands } from '#platform/web/commands.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import type { PartDiff } from '../contract/history.ts';
import { CAUSES, type HistorySearch } from './history-search.ts';
import { MESSAGES } from './messages.ts';
import { PaneHead } from './pane-head.tsx';
import { partLabel, partOf } from './part-label.ts';
import { versionDiffQuery, type Owner } from './queries.ts';
import { useRestore } from './use-restore.ts';
import classes from './history.module.css';

/** What of a version is restored; all of it without any. */
interface Wanted {
  part?: string;
  field?: string;
  question?: string;
  /** Another version than the chosen one: the one before a deletion. */
  version?: number;
}

interface VersionPaneProps {
  owner: Owner;
  search: HistorySearch & { version: number };
  /** The screens that the lesson has, by part. */
  names: ReadonlyMap<string, string>;
  isAsLines: boolean;
  isReadOnly: boolean;
  onRestored: () => void;
}

/** One version: who saved it, what it changed, and what can be restored of it. */
export function VersionPane({ owner, search, names, isAsLines, isReadOnly, onRestored }: VersionPaneProps) {
  const diff = useQuery(versionDiffQuery(owner, search.version, search));
  const [isAsking, setAsking] = useState(false);
  const restore = useRestore<Wanted>(owner, {
    call: ({ version = search.version, ...body }) => api.restoreVersion({ params: { ...owner, version }, body }),
    onRestored,
    onSettled: () => setAsking(false),
  });
  const what = search.part === undefined ? `this ${owner.kind}` : partLabel(search.part, diff.data?.parts[0]?.title ?? '', names);
  const isDeletion = diff.data?.version.parts.every(({ change }) => change === 'deleted') ?? true;
  const canRestore = !isReadOnly && !isDeletion;
  useCommands([
    {
      id: 'history:restore',
      label: 'Restore this version',
      group: 'Actions',
      shortcut: 'r',
      icon: IconRestore,
      enabled: canRestore,
      run: () => setAsking(true),
    },
  ]);
  if (diff.isError) return <ErrorBanner text={errorText(diff.error, MESSAGES.diffFailed)} />;
  if (!diff.data) return <TableSkeleton />;
  const { version, parts, is_cut } = diff.data;
  const shown = parts.filter(({ files, change }) => files.length > 0 || change === 'deleted' || change === 'added');
  return (
    <section aria-label="The chosen version" className={classes.diff}>
      <PaneHead by={version.by ?? 'Lessonwright'} at={version.at} cause={version.cause === 'page' ? '' : CAUSES[version.cause]}>
        {isReadOnly ? null : (
          <Button size="xs" disabled={!canRestore} leftSection={<IconRestore size={14} aria-hidden />} onClick={() => setAsking(true)}>
            Restore {search.part === undefined ? `the ${owner.kind}` : what}
          </Button>
        )}
      </PaneHead>
      {(version.message ?? version.summary) ? <p className={classes.message}>{version.message ?? version.summary}</p> : null}
      {isReadOnly ? <Banner kind="info">{MESSAGES.readOnly}</Banner> : null}
      {shown.length === 0 ? <p className={classes.note}>{MESSAGES.same}</p> : null}
      {shown.map((part) => (
        <Part
          key={part.part}
          owner={owner}
          part={part}
          label={owner.kind === 'lesson' ? partLabel(part.part, part.title, names) : null}
          isAsLines={isAsLines}
          canRestore={!isReadOnly}
          isBusy={restore.isPending}
          onRestore={(wanted) => restore.mutate(wanted)}
        />
      ))}
      {is_cut ? <p className={classes.note}>{MESSAGES.cut}</p> : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={MESSAGES.restoreTitle}
        text={`${search.part === undefined ? `All of this ${owner.kind}` : what} becomes what it was after this version. ${MESSAGES.restoreText}`}
        confirmLabel="Restore"
        isBusy={restore.isPending}
        onConfirm={() => restore.mutate(search.part === undefined ? {} : { part: partOf(search.part) })}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

interface PartProps {
  owner: Owner;
  part: PartDiff;
  label: string | null;
  isAsLines: boolean;
  canRestore: boolean;
  isBusy: boolean;
  onRestore: (wanted: Wanted) => void;
}

const CHANGES = { same: '', added: 'Added', changed: '', deleted: 'Deleted' } as const;

function Part({ owner, part, label, isAsLines, canRestore, isBusy, onRestore }: PartProps) {
  const { files, fields, questions, change } = part;
  const imageAddress = (side: DiffSide) => `/api/history/lesson/${owner.id}/version/${part[side] ?? 0}/file`;
  const folder = owner.kind === 'lesson' ? '' : null;
  return (
    <div className={classes.part}>
      <h3 className={classes.partTitle}>
        {label} {CHANGES[change] === '' ? null : <span className={classes.note}>{CHANGES[change]}</span>}
      </h3>
      {canRestore && owner.kind === 'lesson' && change !== 'deleted' && fields.length + questions.length > 0 ? (
        <Group gap="xs">
          <span className={classes.note}>Restore</span>
          {fields.map(({ field, label: name }) => (
            <Button
              key={field}
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={`Restore only ${name}`}
              onClick={() => onRestore({ part: part.part, field })}
            >
              {name}
            </Button>
          ))}
          {questions.map(({ uuid, title }) => (
            <Button
              key={uuid}
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={`Restore only the question ${title}`}
              onClick={() => onRestore({ part: part.part, question: uuid })}
            >
              Question: {title.slice(0, 40)}
            </Button>
          ))}
          <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => onRestore({ part: part.part })}>
            {part.part === '' ? 'All settings' : 'The whole screen'}
          </Button>
        </Group>
      ) : null}
      {canRestore && change === 'deleted' && part.part !== '' && part.before !== null ? (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            aria-label={`Restore what was deleted: ${label ?? ''}`}
            onClick={() => onRestore({ part: part.part, version: part.before ?? 0 })}
          >
            Restore what was deleted
          </Button>
        </Group>
      ) : null}
      <ReviewContext
        value={{
          ...NO_REVIEW,
          imageAddress,
        }}
      >
        {files.map((file) => (
          <FileDiffView key={file.path} file={file} folder={folder} below="" isAsLines={isAsLines} />
        ))}
      </ReviewContext>
    </div>
  );
}

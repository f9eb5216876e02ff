import { Button, Group } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiffSide } from '#features/review/contract/pull-diffs.ts';
import { FileDiffView } from '#features/review/web/file-diff.tsx';
import { NO_REVIEW, ReviewContext } from '#features/review/web/review-context.ts';
import { routeUrl } from '#platform/contract/client.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { historyRoutes } from '../contract/history.ts';
import type { HistorySearch } from './history-search.ts';
import { MESSAGES } from './messages.ts';
import { PaneHead } from './pane-head.tsx';
import { commitDiffQuery, type Owner } from './queries.ts';
import { useRestore } from './use-restore.ts';
import classes from './history.module.css';

interface CommitPaneProps {
  owner: Owner;
  sha: string;
  against: HistorySearch['against'];
  isAsLines: boolean;
  isReadOnly: boolean;
  onRestored: () => void;
}

/** A commit from before the history: what it changed, and what can be restored of it. */
export function CommitPane({ owner, sha, against, isAsLines, isReadOnly, onRestored }: CommitPaneProps) {
  const diff = useQuery(commitDiffQuery(owner, sha, against));
  const [isAsking, setAsking] = useState(false);
  const restore = useRestore<{ screen?: string }>(owner, {
    call: (body) => api.restoreCommit({ params: { ...owner, sha }, body }),
    onRestored,
    onSettled: () => setAsking(false),
  });
  if (diff.isError) return <ErrorBanner text={errorText(diff.error, MESSAGES.diffFailed)} />;
  if (!diff.data) return <TableSkeleton />;
  const { commit, files, is_cut, screens, can_restore } = diff.data;
  const folder = /^lessons\/([^/]+)\//.exec(files[0]?.path ?? '')?.[1];
  const below = files[0]?.path.split('/').slice(0, 2).join('/') ?? '';
  const imageAddress = (side: DiffSide, path: string) =>
    routeUrl(historyRoutes.showCommitImage, { params: { ...owner, sha }, query: { path, side } });
  const changed = new Set(files.map(({ screen }) => screen));
  return (
    <section aria-label="The chosen version" className={classes.diff}>
      <PaneHead by={commit.author} at={commit.date} cause={sha.slice(0, 7)}>
        {isReadOnly ? null : (
          <Button size="xs" disabled={!can_restore} leftSection={<IconRestore size={14} aria-hidden />} onClick={() => setAsking(true)}>
            Restore the {owner.kind}
          </Button>
        )}
      </PaneHead>
      <p className={classes.message}>{commit.subject}</p>
      {isReadOnly ? <Banner kind="info">{MESSAGES.readOnly}</Banner> : null}
      {isReadOnly || !screens.some((screen) => changed.has(screen.folder)) ? null : (
        <Group gap="xs">
          <span className={classes.note}>Restore</span>
          {screens
            .filter((screen) => changed.has(screen.folder))
            .map(({ folder: screen, title }) => (
              <Button
                key={screen}
                size="compact-sm"
                variant="default"
                disabled={restore.isPending}
                aria-label={`Restore only the screen ${title === '' ? screen : title}`}
                onClick={() => restore.mutate({ screen })}
              >
                {title === '' ? screen : title}
              </Button>
            ))}
        </Group>
      )}
      {files.length === 0 ? <p className={classes.note}>{MESSAGES.same}</p> : null}
      <ReviewContext
        value={{
          ...NO_REVIEW,
          // The sides of other comparisons are no commits of this address.
          ...(against === undefined && { imageAddress }),
        }}
      >
        {files.map((file) => (
          <FileDiffView key={file.path} file={file} folder={folder ?? null} below={`${below}/`} isAsLines={isAsLines} />
        ))}
      </ReviewContext>
      {is_cut ? <p className={classes.note}>{MESSAGES.cutCommit}</p> : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={MESSAGES.restoreTitle}
        text={`All of this ${owner.kind} becomes what it was after this commit. ${MESSAGES.restoreText}`}
        confirmLabel="Restore"
        isBusy={restore.isPending}
        onConfirm={() => restore.mutate({})}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

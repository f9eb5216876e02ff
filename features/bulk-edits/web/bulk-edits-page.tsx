import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { BulkEditList } from './bulk-edit-list.tsx';
import { MESSAGES } from './messages.ts';
import { bulkEditsQuery } from './queries.ts';
import { UndoDialog } from './undo-dialog.tsx';
import classes from './bulk-edits.module.css';

const route = getRouteApi('/signed-in/shell/bulk-edits');

/** `/bulk-edits`: edits of several lessons at once, newest first, each with Undo. */
export default function BulkEditsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, isError, isPending, refetch } = useQuery(bulkEditsQuery(search.before));
  const undoing = data?.edits.find(({ id }) => id === search.undo);
  const go = (next: typeof search, replace: boolean) => void navigate({ to: '/bulk-edits', search: next, replace });
  const { undo: _undo, ...others } = search;
  const next = data?.next ?? null;
  return (
    <Page title="Bulk edits" layout="list">
      <ErrorBanner text={isError ? failureText(error, MESSAGES.loadFailed) : null} onRetry={() => void refetch()} />
      {data ? (
        data.edits.length === 0 ? (
          <EmptyState text={MESSAGES.none} />
        ) : (
          <BulkEditList edits={data.edits} onUndo={({ id }) => go({ ...search, undo: id }, true)} />
        )
      ) : isPending ? (
        <TableSkeleton rows={8} />
      ) : null}
      {search.before === undefined && next === null ? null : (
        <div className={classes.pages}>
          {search.before === undefined ? null : (
            <Button size="compact-sm" variant="default" onClick={() => go({}, false)}>
              Newest
            </Button>
          )}
          <Button size="compact-sm" variant="default" disabled={next === null} onClick={() => next !== null && go({ before: next }, false)}>
            Older
          </Button>
        </div>
      )}
      {undoing && undoing.state !== 'undone' ? <UndoDialog key={undoing.id} edit={undoing} onClose={() => go(others, true)} /> : null}
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { trashQuery } from './api.ts';
import { MESSAGES } from './messages.ts';
import { trashKey } from './trash-columns.tsx';
import { TrashTable } from './trash-table.tsx';
import { restoredText, useRestoreWithToast } from './use-deleted-toast.ts';

const route = getRouteApi('/signed-in/shell/trash');

/** `/trash`: items deleted in the last 30 days, which can be restored. */
export default function TrashPage() {
  const user = useCurrentUser();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const trash = useQuery(trashQuery);
  const { restore, restoring } = useRestoreWithToast();
  const actions = useMemo(
    () => ({
      restore: (item: Parameters<typeof restoredText>[0]) => void restore(item, restoredText(item)),
      restoring: restoring === null ? null : trashKey(restoring),
    }),
    [restore, restoring],
  );
  return (
    <Page title="Trash" layout="list" isFilling>
      {trash.isError ? <ErrorBanner text={failureText(trash.error, MESSAGES.loadFailed)} onRetry={() => void trash.refetch()} /> : null}
      {trash.data ? (
        <TrashTable
          items={trash.data}
          isExternal={user.external}
          actions={actions}
          search={search}
          onSearch={(next) => void navigate({ to: '/trash', search: next, replace: true })}
        />
      ) : trash.isPending ? (
        <TableSkeleton rows={8} />
      ) : null}
    </Page>
  );
}

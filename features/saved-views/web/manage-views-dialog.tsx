import { useQuery } from '@tanstack/react-query';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { ViewPage } from '../saved-views.policy.ts';
import { MESSAGES } from './messages.ts';
import { savedViewsQuery } from './queries.ts';
import { ViewList } from './view-list.tsx';

/** All views of a page: opening, editing, sharing, deleting. */
export default function ManageViewsDialog({ page, onClose }: { page: ViewPage; onClose: () => void }) {
  const loaded = useQuery(savedViewsQuery);
  const views = loaded.data?.filter((view) => view.page === page);
  useReturnFocus(true);
  return (
    <Dialog opened onClose={onClose} title="Saved views">
      <ErrorBanner text={loaded.isError ? failureText(loaded.error, MESSAGES.loadFailed) : null} onRetry={() => void loaded.refetch()} />
      {views?.length === 0 ? <EmptyState text={MESSAGES.none} /> : null}
      <ViewList views={views ?? []} onOpen={onClose} />
    </Dialog>
  );
}

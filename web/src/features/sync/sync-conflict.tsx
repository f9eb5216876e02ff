import type { SyncConflictDetails } from '#contract/sync.ts';
import { ConflictResolver } from '#web/ui/conflict-resolver/conflict-resolver.tsx';
import { SYNC_MESSAGES } from './messages.ts';

interface SyncConflictDialogProps {
  /** What has to be decided on; null: closed. */
  details: SyncConflictDetails | null;
  isBusy: boolean;
  /** Why the decision could not be saved; everything decided is kept. */
  error: string | null;
  onResolve: (values: Record<string, unknown>) => void;
  /** Closed without a decision: nothing was changed, on neither side. */
  onClose: () => void;
}

/** Shows what the page here and its branch made of the same places, and asks what holds. */
export function SyncConflictDialog({ details, ...props }: SyncConflictDialogProps) {
  return (
    <ConflictResolver
      details={details && { ...details, revision: details.commit }}
      title="The same was changed here and in git"
      intro={details ? SYNC_MESSAGES.conflict(details.changed_by) : undefined}
      fieldLabel={(place) => details?.labels[place] ?? place}
      {...props}
    />
  );
}

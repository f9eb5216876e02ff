import type { SyncConflictDetails } from '#contract/sync.ts';
import { conflictIntro } from '#web/ui/conflict-resolver/conflict-intro.ts';
import { ConflictResolver } from '#web/ui/conflict-resolver/conflict-resolver.tsx';

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
      title="Conflict with changes in Git"
      intro={details ? conflictIntro(details.changed_by, 'Git') : undefined}
      fieldLabel={(place) => details?.labels[place] ?? place}
      {...props}
    />
  );
}

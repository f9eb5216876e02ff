import type { SyncConflictDetails } from '#contract/sync.ts';
import { conflictIntro } from '#web/ui/conflict-resolver/conflict-intro.ts';
import { ConflictResolver } from '#web/ui/conflict-resolver/conflict-resolver.tsx';

interface SyncConflictDialogProps {
  /** The conflict; null: closed. */
  details: SyncConflictDetails | null;
  isBusy: boolean;
  /** Why saving failed; the decisions are kept. */
  error: string | null;
  onResolve: (values: Record<string, unknown>) => void;
  /** Closed without a decision: nothing changed on either side. */
  onClose: () => void;
}

/** Resolves a conflict between the page and its branch. */
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

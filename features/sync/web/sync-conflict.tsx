import { collectionIntro, conflictIntro } from '#platform/web/ui/conflict-resolver/conflict-intro.ts';
import { ConflictResolver } from '#platform/web/ui/conflict-resolver/conflict-resolver.tsx';
import type { SyncConflictDetails } from '../contract/sync.ts';

interface SyncConflictDialogProps {
  /** Where the other side comes from. */
  where?: 'Git' | 'the collection';
  /** The conflict; null: closed. */
  details: SyncConflictDetails | null;
  isBusy: boolean;
  /** Why saving failed; the decisions are kept. */
  error: string | null;
  onResolve: (values: Record<string, unknown>) => void;
  /** Closed without a decision: nothing changed on either side. */
  onClose: () => void;
}

/** Resolves a conflict between the page and its branch, or the collection that it was imported from. */
export function SyncConflictDialog({ details, where = 'Git', ...props }: SyncConflictDialogProps) {
  return (
    <ConflictResolver
      details={details && { ...details, revision: details.commit }}
      title={`Conflict with changes in ${where}`}
      intro={details ? (where === 'Git' ? conflictIntro(details.changed_by, where) : collectionIntro(details.changed_by)) : undefined}
      fieldLabel={(place) => details?.labels[place] ?? place}
      {...props}
    />
  );
}

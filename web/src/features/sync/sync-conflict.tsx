import { useState } from 'react';
import type { SyncConflictDetails } from '#contract/sync.ts';
import { errorText } from '#web/platform/error-text.ts';
import { ConflictResolver } from '#web/ui/conflict-resolver/conflict-resolver.tsx';
import { conflictOf, useSyncLesson } from './api.ts';
import { SYNC_MESSAGES } from './messages.ts';

interface SyncConflictDialogProps {
  lessonId: number;
  /** What has to be decided on; null: closed. */
  details: SyncConflictDetails | null;
  /** The lesson and its branch agree now. */
  onDone: () => void;
  /** Closed without a decision: nothing was changed, on neither side. */
  onClose: () => void;
}

/** Shows what a lesson here and its branch made of the same places, and syncs with what is decided. */
export function SyncConflictDialog({ lessonId, details, onDone, onClose }: SyncConflictDialogProps) {
  const sync = useSyncLesson();
  // The branch may move on while somebody decides: then the new state is shown instead of what came in.
  const [newer, setNewer] = useState<{ after: SyncConflictDetails | null; details: SyncConflictDetails } | null>(null);
  const shown = details !== null && newer?.after === details ? newer.details : details;

  function resolve(values: Record<string, unknown>) {
    if (shown === null) return;
    sync.mutate(
      { lessonId, resolution: { commit: shown.commit, values } },
      {
        onSuccess: onDone,
        onError: (error) => {
          const again = conflictOf(error);
          if (again) setNewer({ after: details, details: again });
        },
      },
    );
  }

  return (
    <ConflictResolver
      details={shown && { ...shown, revision: shown.commit }}
      title="The same was changed here and in git"
      intro={shown ? SYNC_MESSAGES.conflict(shown.changed_by) : undefined}
      fieldLabel={(place) => shown?.labels[place] ?? place}
      isBusy={sync.isPending}
      error={sync.isError ? errorText(sync.error, SYNC_MESSAGES.syncFailed) : null}
      onResolve={resolve}
      onClose={onClose}
    />
  );
}

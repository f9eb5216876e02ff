import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import type { SyncConflictDetails } from '../contract/sync.ts';
import { mergeConflictOf, useSyncLesson } from './api.ts';
import { SYNC_MESSAGES } from './messages.ts';
import { SyncConflictDialog } from './sync-conflict.tsx';

interface LessonConflictProps {
  lessonId: number;
  /** The conflict that a sync of the lesson found. */
  details: SyncConflictDetails;
  /** The lesson and its branch are in sync. */
  onDone: () => void;
  /** Closed without a decision: nothing changed on either side. */
  onClose: () => void;
}

/** Resolves a conflict of a lesson whose page is not open, and syncs with the result. */
export function LessonConflict({ lessonId, details, onDone, onClose }: LessonConflictProps) {
  const sync = useSyncLesson(lessonId);
  // The branch may change in the meantime; then show the new conflict.
  const [shown, setShown] = useState(details);
  return (
    <SyncConflictDialog
      details={shown}
      isBusy={sync.isPending}
      error={sync.isError ? errorText(sync.error, SYNC_MESSAGES.syncFailed('lesson')) : null}
      onResolve={(values) =>
        sync.mutate(
          { resolution: { commit: shown.commit, values } },
          { onSuccess: onDone, onError: (error) => setShown((known) => mergeConflictOf(error) ?? known) },
        )
      }
      onClose={onClose}
    />
  );
}

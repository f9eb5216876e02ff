import { useState } from 'react';
import type { SyncConflictDetails } from '#contract/sync.ts';
import { errorText } from '#web/platform/error-text.ts';
import { conflictOf, useSyncLesson } from './api.ts';
import { SYNC_MESSAGES } from './messages.ts';
import { SyncConflictDialog } from './sync-conflict.tsx';

interface LessonConflictProps {
  lessonId: number;
  /** What a sync of the lesson came upon. */
  details: SyncConflictDetails;
  /** The lesson and its branch agree now. */
  onDone: () => void;
  /** Closed without a decision: nothing was changed, on neither side. */
  onClose: () => void;
}

/** Asks about a conflict of one lesson where its page is not open, and syncs with what is decided. */
export function LessonConflict({ lessonId, details, onDone, onClose }: LessonConflictProps) {
  const sync = useSyncLesson(lessonId);
  // The branch may move on while somebody decides: then the new state is shown instead of what came in.
  const [shown, setShown] = useState(details);
  return (
    <SyncConflictDialog
      details={shown}
      isBusy={sync.isPending}
      error={sync.isError ? errorText(sync.error, SYNC_MESSAGES.syncFailed('lesson')) : null}
      onResolve={(values) =>
        sync.mutate(
          { resolution: { commit: shown.commit, values } },
          { onSuccess: onDone, onError: (error) => setShown((known) => conflictOf(error) ?? known) },
        )
      }
      onClose={onClose}
    />
  );
}

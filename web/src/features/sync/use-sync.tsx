import { useState, type ReactNode } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import type { SyncConflictDetails } from '#contract/sync.ts';
import { errorText } from '#web/platform/error-text.ts';
import { useCurrentUser } from '#web/platform/queries.ts';
import { showResult } from '#web/ui/toast.ts';
import { conflictOf, useSyncLesson } from './api.ts';
import { maySync } from './may-sync.ts';
import { SYNC_MESSAGES } from './messages.ts';
import { SyncConflictDialog } from './sync-conflict.tsx';

/** Making one lesson and its branch agree, as a page offers it. */
export interface Sync {
  /** False: there is nothing to offer here. */
  readonly isOffered: boolean;
  readonly isBusy: boolean;
  /** Why the last one failed. */
  readonly error: string | null;
  readonly run: () => void;
  /** To be put somewhere on the page. */
  readonly dialog: ReactNode;
}

/** Syncs a lesson; a conflict opens its dialog, a result is told. */
export function useSync(lesson: Lesson): Sync {
  const user = useCurrentUser();
  const sync = useSyncLesson();
  const [conflict, setConflict] = useState<SyncConflictDetails | null>(null);

  function tell(outcome: keyof typeof SYNC_MESSAGES.outcomes) {
    showResult(SYNC_MESSAGES.outcomes[outcome]);
  }
  function run() {
    sync.mutate({ lessonId: lesson.id }, { onSuccess: ({ outcome }) => tell(outcome), onError: (error) => setConflict(conflictOf(error)) });
  }
  return {
    isOffered: maySync(user, lesson) && lesson.release_detached_at === null,
    isBusy: sync.isPending,
    error: sync.isError && conflictOf(sync.error) === null ? errorText(sync.error, SYNC_MESSAGES.syncFailed) : null,
    run,
    dialog: (
      <SyncConflictDialog
        lessonId={lesson.id}
        details={conflict}
        onDone={() => {
          setConflict(null);
          tell('resolved');
        }}
        onClose={() => setConflict(null)}
      />
    ),
  };
}

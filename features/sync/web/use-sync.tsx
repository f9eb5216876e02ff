import { useState, type ReactNode } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { ReleaseErrors } from '#features/changes/contract.ts';
import type { Course } from '#features/curricula/contract/courses.ts';
import type { Path } from '#features/curricula/contract/paths.ts';
import { canEditCurriculum } from '#features/curricula/curricula.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { failureText } from '#platform/web/error-text.ts';
import { showResult } from '#platform/web/ui/toast.ts';
import type { SyncConflictDetails } from '../contract/sync.ts';
import { mergeConflictOf, useSyncCourse, useSyncLesson, useSyncPath, type SyncCall } from './api.ts';
import { SYNC_MESSAGES, type SyncKind } from './messages.ts';
import { SyncConflictDialog } from './sync-conflict.tsx';

/** Sync of one lesson, course or path. */
export interface Sync {
  /** False: not available to this user. */
  readonly isOffered: boolean;
  readonly isBusy: boolean;
  /** Why the last sync failed. */
  readonly error: string | null;
  readonly run: () => void;
  /** Render this on the page. */
  readonly dialog: ReactNode;
}

/** Syncs a lesson; shows a conflict in a dialog and the result as a toast. */
export function useSync(lesson: Lesson): Sync {
  const user = useCurrentUser();
  return useSyncOf('lesson', lesson, useSyncLesson(lesson.id), mayEdit(user, lesson));
}

/** {@link useSync} for a course. */
export function useCourseSync(course: Course): Sync {
  const user = useCurrentUser();
  return useSyncOf('course', course, useSyncCourse(course.id), canEditCurriculum(user, course));
}

/** {@link useSync} for a path. */
export function usePathSync(path: Path): Sync {
  const user = useCurrentUser();
  return useSyncOf('path', path, useSyncPath(path.id), canEditCurriculum(user, path));
}

function useSyncOf(word: SyncKind, { release_detached_at }: ReleaseErrors, sync: SyncCall, isAllowed: boolean): Sync {
  const [conflict, setConflict] = useState<SyncConflictDetails | null>(null);
  const error = sync.isError && mergeConflictOf(sync.error) === null ? failureText(sync.error, SYNC_MESSAGES.syncFailed(word)) : null;

  function send(resolution?: { commit: string; values: Record<string, unknown> }) {
    sync.mutate(resolution ? { resolution } : {}, {
      onSuccess: ({ outcome }) => {
        setConflict(null);
        showResult(SYNC_MESSAGES.outcomes[outcome](word));
      },
      // The branch may change in the meantime; then show the new conflict.
      onError: (failure) => setConflict((known) => mergeConflictOf(failure) ?? known),
    });
  }
  return {
    isOffered: isAllowed && release_detached_at === null,
    isBusy: sync.isPending,
    error: conflict === null ? error : null,
    run: () => send(),
    dialog: (
      <SyncConflictDialog
        details={conflict}
        isBusy={sync.isPending}
        error={error}
        onResolve={(values) => {
          if (conflict) send({ commit: conflict.commit, values });
        }}
        onClose={() => setConflict(null)}
      />
    ),
  };
}

import { useMemo, useState, type ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/contract/users.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { useCloneLesson, useSyncWithBranch } from '#features/lessons/web/api.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import type { SyncConflictDetails } from '#features/sync/contract/sync.ts';
import { useDeletedToast } from '#features/trash/web/use-deleted-toast.ts';
import { ApiError } from '#platform/contract/client.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { useReportMoved } from './use-report-moved.ts';

/** The dialog that a row's action has open. */
type Asking =
  | { what: 'move' | 'copy' | 'duplicate' | 'delete'; lesson: LessonRow }
  | { what: 'conflict'; lesson: LessonRow; details: SyncConflictDetails };

const loadBringDialog = () => import('./bring-lesson-dialog.tsx');
const loadNewLesson = () => import('./new-lesson-dialog.tsx');
const loadDeleteDialog = () => import('./delete-lesson-dialog.tsx');
const loadConflictDialog = () =>
  import('#features/sync/web/lesson-conflict.tsx').then(({ LessonConflict }) => ({ default: LessonConflict }));

/** The actions of the rows in the lessons list, their progress and dialogs. */
export function useLessonActions(user: Pick<CurrentUser, 'external' | 'role'>, onCloned: (lesson: Pick<LessonRow, 'id'>) => void) {
  const clone = useCloneLesson();
  const sync = useSyncWithBranch();
  const [asking, setAsking] = useState<Asking | null>(null);
  const { mutate: startClone } = clone;
  const { mutate: startSync } = sync;
  const cloning = clone.isPending ? clone.variables.id : null;
  const syncing = sync.isPending ? sync.variables.id : null;
  const actions = useMemo(
    () => ({
      user,
      clone: (row: LessonRow) => startClone(row, { onSuccess: onCloned }),
      cloning,
      duplicate: (lesson: LessonRow) => setAsking({ what: 'duplicate', lesson }),
      sync: (row: LessonRow) =>
        startSync(row, {
          onSuccess: ({ outcome }) => showResult(MESSAGES.synced[outcome](row.sequence)),
          onError: (error) => {
            if (isConflict(error)) setAsking({ what: 'conflict', lesson: row, details: error.details as SyncConflictDetails });
          },
        }),
      syncing,
      // Not for external authors.
      ...(user.external
        ? {}
        : {
            move: (lesson: LessonRow) => setAsking({ what: 'move', lesson }),
            copy: (lesson: LessonRow) => setAsking({ what: 'copy', lesson }),
            remove: (lesson: LessonRow) => setAsking({ what: 'delete', lesson }),
          }),
    }),
    [startClone, startSync, onCloned, cloning, syncing, user],
  );
  return {
    actions,
    clone,
    /** Why a sync failed; conflicts open a dialog instead. */
    syncError: sync.isError && !isConflict(sync.error) ? sync.error : null,
    dialog: <Dialog asking={asking} onClose={() => setAsking(null)} />,
  };
}

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'conflict';
}

function Dialog({ asking, onClose }: { asking: Asking | null; onClose: () => void }): ReactNode {
  const tellDeleted = useDeletedToast();
  const reportMoved = useReportMoved();
  if (asking === null) return null;
  const { lesson } = asking;
  const notify = () => {
    onClose();
    tellDeleted.lesson(lesson);
  };
  const finish = (message: string) => {
    onClose();
    showResult(message);
  };
  switch (asking.what) {
    case 'conflict':
      return (
        <OnDemand
          key="conflict"
          load={loadConflictDialog}
          props={{
            lessonId: lesson.id,
            details: asking.details,
            onDone: () => finish(MESSAGES.synced.resolved(lesson.sequence)),
            onClose,
          }}
        />
      );
    case 'duplicate':
      return <OnDemand key="duplicate" load={loadNewLesson} props={{ original: lesson, isCopy: true, onClose }} />;
    case 'delete':
      return <OnDemand key="delete" load={loadDeleteDialog} props={{ lesson, onDeleted: notify, onClose }} />;
    case 'move':
    case 'copy': {
      const isMove = asking.what === 'move';
      const onDone = (release: Pick<Release, 'id' | 'name'>) => {
        if (!isMove) return finish(MESSAGES.copied(lesson.sequence, release.name));
        onClose();
        return reportMoved([lesson], release);
      };
      return <OnDemand key="bring" load={loadBringDialog} props={{ lessons: [lesson], isMove, onDone, onClose }} />;
    }
  }
}

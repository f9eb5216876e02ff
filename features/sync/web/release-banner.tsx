import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { ReleaseErrors } from '#features/changes/contract.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { lessonQuery } from '#features/lessons/web/queries.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { useLiveRefresh } from '#platform/web/use-live.ts';
import { useRepairRelease } from './api.ts';
import { SYNC_MESSAGES } from './messages.ts';
import type { Sync } from './use-sync.tsx';

/** Refetches a lesson when its commit problem appears or disappears, or when Git changed it. */
function useReleaseEvents(lessonId: number): void {
  const client = useQueryClient();
  const { queryKey } = lessonQuery(lessonId);
  useLiveRefresh(
    `lesson:${lessonId}`,
    (event) =>
      event.type === 'lesson-changed' ||
      (event.type === 'commit-status' && event.status.error !== (client.getQueryData(queryKey)?.release_commit_error ?? null)),
    { queryKey, exact: true },
  );
}

/** Polling interval in milliseconds of a release that {@link isHeld}. */
export const HELD_POLL_MS = 5_000;

type How = 'retry' | 'recreate' | 'detach' | 'attach';

interface ReleaseBannerProps {
  lesson: Lesson;
  /** Offered next to the error. */
  sync: Sync;
}

/** What keeps saves of a lesson from being pushed, with the actions that help. */
export function ReleaseBanner({ lesson, sync }: ReleaseBannerProps) {
  const user = useCurrentUser();
  useReleaseEvents(lesson.id);
  useQuery({ ...lessonQuery(lesson.id), refetchInterval: isHeld(lesson) ? HELD_POLL_MS : false });
  return <HeldBanner held={lesson} sync={sync} syncLabel="Sync" mayRepair={mayEdit(user, lesson)} />;
}

/** The page of a release syncs nothing by itself. */
const NO_SYNC: Sync = { isOffered: false, isBusy: false, error: null, run: () => undefined, dialog: null };

/** What keeps a release from being pushed, with the actions that help. For staff. */
export function HeldReleaseBanner({ release }: { release: Release }) {
  const held: ReleaseErrors = {
    release_id: release.id,
    release_commit_error: release.commit_error,
    release_deletion_date: release.deletion_date,
    release_detached_at: release.detached_at,
  };
  return <HeldBanner held={held} sync={NO_SYNC} syncLabel="Sync" mayRepair />;
}

interface HeldBannerProps {
  /** The lesson, course or path that shows the banner. */
  held: ReleaseErrors;
  sync: Sync;
  syncLabel: string;
  mayRepair: boolean;
}

/** The banner about a release whose saves are not pushed. */
export function HeldBanner({ held, sync, syncLabel, mayRepair }: HeldBannerProps) {
  const repair = useRepairRelease();
  const trouble = troubleOf(held);

  function run(how: How) {
    repair.mutate({ releaseId: held.release_id, how }, { onSuccess: () => showResult(SYNC_MESSAGES.repaired[how]) });
  }
  const action = (how: How, label: string, isFirst = false): ReactNode => (
    <Button
      key={how}
      size="compact-sm"
      variant={isFirst ? 'filled' : 'default'}
      loading={repair.isPending && repair.variables.how === how}
      disabled={repair.isPending && repair.variables.how !== how}
      onClick={() => run(how)}
    >
      {label}
    </Button>
  );
  const actions = {
    none: [],
    deleted: [action('recreate', 'Recreate the branch', true), action('detach', 'Detach')],
    detached: [action('attach', 'Attach')],
    'held up': [
      action('retry', 'Retry'),
      sync.isOffered ? (
        <Button key="sync" size="compact-sm" variant="default" loading={sync.isBusy} onClick={sync.run}>
          {syncLabel}
        </Button>
      ) : null,
    ],
  }[trouble];

  return (
    <>
      {trouble === 'none' ? null : (
        <Banner kind={trouble === 'detached' ? 'info' : 'error'} actions={mayRepair ? actions : null}>
          {textOf(held, trouble)}
        </Banner>
      )}
      <ErrorBanner text={repair.isError ? errorText(repair.error, SYNC_MESSAGES.repairFailed[repair.variables.how]) : null} />
      <ErrorBanner text={sync.error} />
    </>
  );
}

type Trouble = 'none' | 'deleted' | 'detached' | 'held up';

/** Whether saves of the release are not being pushed. No event announces when it recovers. */
export function isHeld(held: ReleaseErrors): boolean {
  return troubleOf(held) !== 'none';
}

function troubleOf(held: ReleaseErrors): Trouble {
  if (held.release_deletion_date !== null) return 'deleted';
  if (held.release_commit_error !== null) return 'held up';
  return held.release_detached_at === null ? 'none' : 'detached';
}

function textOf(held: ReleaseErrors, trouble: Trouble): string {
  if (held.release_deletion_date !== null) return SYNC_MESSAGES.deleted(new Date(held.release_deletion_date));
  if (trouble === 'detached' && held.release_detached_at !== null) return SYNC_MESSAGES.detached(new Date(held.release_detached_at));
  return held.release_commit_error ?? '';
}

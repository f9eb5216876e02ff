import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import { errorText } from '#web/platform/error-text.ts';
import { lessonQuery, useCurrentUser } from '#web/platform/queries.ts';
import { Banner, ErrorBanner } from '#web/ui/banner.tsx';
import { showResult } from '#web/ui/toast.ts';
import { useHealRelease } from './api.ts';
import { maySync } from './may-sync.ts';
import { SYNC_MESSAGES } from './messages.ts';
import { useReleaseEvents } from './use-release-events.ts';
import type { Sync } from './use-sync.tsx';

/** Milliseconds between looks at a release in trouble: it heals by itself, and nobody is told when it does. */
const LOOK_EVERY_MS = 5_000;

type How = 'retry' | 'recreate' | 'detach' | 'attach';

interface ReleaseBannerProps {
  lesson: Lesson;
  /** Offered beside what holds commits up. */
  sync: Sync;
}

/** A §2: what keeps the saves of a lesson's release from its branch, and what can be done about it. */
export function ReleaseBanner({ lesson, sync }: ReleaseBannerProps) {
  const user = useCurrentUser();
  const heal = useHealRelease();
  const trouble = troubleOf(lesson);
  useReleaseEvents(lesson.id);
  useQuery({ ...lessonQuery(lesson.id), refetchInterval: trouble === 'none' ? false : LOOK_EVERY_MS });
  const mayHeal = maySync(user, lesson);

  function run(how: How) {
    heal.mutate({ releaseId: lesson.release_id, how }, { onSuccess: () => showResult(SYNC_MESSAGES.healed[how]) });
  }
  const action = (how: How, label: string, isFirst = false): ReactNode => (
    <Button
      key={how}
      size="compact-sm"
      variant={isFirst ? 'filled' : 'default'}
      loading={heal.isPending && heal.variables.how === how}
      disabled={heal.isPending && heal.variables.how !== how}
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
          Sync
        </Button>
      ) : null,
    ],
  }[trouble];

  return (
    <>
      {trouble === 'none' ? null : (
        <Banner kind={trouble === 'detached' ? 'info' : 'error'} actions={mayHeal ? actions : null}>
          {textOf(lesson, trouble)}
        </Banner>
      )}
      <ErrorBanner text={heal.isError ? errorText(heal.error, SYNC_MESSAGES.healFailed[heal.variables.how]) : null} />
      <ErrorBanner text={sync.error} />
    </>
  );
}

type Trouble = 'none' | 'deleted' | 'detached' | 'held up';

function troubleOf(lesson: Lesson): Trouble {
  if (lesson.release_deletion_date !== null) return 'deleted';
  if (lesson.release_commit_error !== null) return 'held up';
  return lesson.release_detached_at === null ? 'none' : 'detached';
}

function textOf(lesson: Lesson, trouble: Trouble): string {
  if (lesson.release_deletion_date !== null) return SYNC_MESSAGES.deleted(new Date(lesson.release_deletion_date));
  if (trouble === 'detached' && lesson.release_detached_at !== null) return SYNC_MESSAGES.detached(new Date(lesson.release_detached_at));
  return lesson.release_commit_error ?? '';
}

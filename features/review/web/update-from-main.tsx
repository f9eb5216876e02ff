import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SyncConflictDetails } from '#features/sync/contract/sync.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { conflictIntro } from '#platform/web/ui/conflict-resolver/conflict-intro.ts';
import { ConflictResolver } from '#platform/web/ui/conflict-resolver/conflict-resolver.tsx';
import { SIDES_OF_BRANCHES } from '#platform/web/ui/conflict-resolver/resolution.ts';
import { showResult } from '#platform/web/ui/toast.ts';
import { updateConflict, useUpdateFromMain, type UpdateResolution } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Merges main into the release and resolves conflicts one lesson, course or path at a time. */
export function UpdateFromMain({ releaseId }: { releaseId: number }) {
  const update = useUpdateFromMain(releaseId);
  const [conflict, setConflict] = useState<SyncConflictDetails | null>(null);
  const run = (resolution: UpdateResolution | null) =>
    update.mutate(resolution, {
      onSuccess: () => {
        setConflict(null);
        showResult(MESSAGES.updated);
      },
      // Another conflict, or a newer state of this one: show it next.
      onError: (error) => setConflict((known) => updateConflict(error) ?? known),
    });
  const isAsked = update.isError && updateConflict(update.error) !== null;
  const error = update.isError && !isAsked ? errorText(update.error, MESSAGES.updateFailed) : null;
  return (
    <>
      <Button size="xs" variant="default" loading={update.isPending && conflict === null} onClick={() => run(null)}>
        Update from main
      </Button>
      {conflict === null ? <ErrorBanner text={error} /> : null}
      <ConflictResolver
        details={
          conflict && { ...conflict, revision: [conflict.lesson_id, conflict.course_id, conflict.path_id, conflict.commit].join(' ') }
        }
        title="Conflict with changes in main"
        intro={conflict ? conflictIntro(conflict.changed_by, 'main') : undefined}
        names={SIDES_OF_BRANCHES}
        fieldLabel={(place) => conflict?.labels[place] ?? place}
        isBusy={update.isPending}
        error={error}
        onResolve={(values) => {
          if (!conflict) return;
          const { lesson_id, course_id, path_id, commit } = conflict;
          run({ lesson_id, course_id, path_id, commit, values });
        }}
        onClose={() => setConflict(null)}
      />
    </>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { collectionConflictQuery, mergeConflictOf, useResolveCollection } from './api.ts';
import { SYNC_MESSAGES } from './messages.ts';
import { SyncConflictDialog } from './sync-conflict.tsx';

/** What an author and the last imported version of a collection both changed in a lesson, with a button that resolves it. */
export function CollectionConflictBanner({
  lessonId,
  name,
}: {
  lessonId: number;
  /** What the lesson is called where it isn't open. */ name?: string;
}) {
  const found = useQuery(collectionConflictQuery(lessonId));
  const [isOpen, setOpen] = useState(false);
  const resolve = useResolveCollection(lessonId);
  const details = found.data ?? null;
  if (details === null) return null;
  const fields = counted(Object.keys(details.mine).length, 'field');
  const isStale = resolve.isError && mergeConflictOf(resolve.error) !== null;
  return (
    <Banner
      kind="warning"
      actions={
        <Button size="xs" onClick={() => setOpen(true)}>
          Resolve…
        </Button>
      }
    >
      {name === undefined ? null : <b>{name}: </b>}
      {SYNC_MESSAGES.collection(fields, details.changed_by ?? '')}
      <SyncConflictDialog
        details={isOpen ? details : null}
        where="the collection"
        isBusy={resolve.isPending}
        error={resolve.isError ? (isStale ? SYNC_MESSAGES.changedSince : errorText(resolve.error, SYNC_MESSAGES.resolveFailed)) : null}
        onResolve={(values) =>
          resolve.mutate(
            { commit: details.commit, values },
            {
              onSuccess: () => {
                setOpen(false);
                showResult(SYNC_MESSAGES.resolved);
              },
            },
          )
        }
        onClose={() => setOpen(false)}
      />
    </Banner>
  );
}

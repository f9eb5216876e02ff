import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { draftKey, listDraftKeys, loadDraft, removedDrafts } from '#platform/web/drafts.ts';
import { useStore } from '#platform/web/use-store.ts';

const NONE: ReadonlySet<number> = new Set();

/** Ids of the screens with unsaved edits that this browser keeps. Looked up again whenever `moment` changes or a draft is discarded. */
export function useKeptScreens(moment: string): ReadonlySet<number> {
  const { id: userId } = useCurrentUser();
  const removed = useStore(removedDrafts);
  const { data = NONE } = useQuery({
    queryKey: ['kept-screens', userId, moment, removed],
    queryFn: () => findKeptScreens(userId),
    placeholderData: keepPreviousData,
    // Reads what this browser stores.
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  return data;
}

async function findKeptScreens(userId: number): Promise<ReadonlySet<number>> {
  // The name of all drafts of screens, without the number of one.
  const every = draftKey(userId, 'screen', 0).slice(0, -2);
  const kept = new Set<number>();
  for (const key of await listDraftKeys(every)) {
    const id = Number(key.slice(every.length + 1).split('/')[0]);
    if (!kept.has(id) && (await loadDraft(key)) !== null) kept.add(id);
  }
  return kept;
}

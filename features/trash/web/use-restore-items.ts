import { useQueryClient } from '@tanstack/react-query';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { type DoneInTurn, inTurn } from '#platform/web/in-turn.ts';
import type { OperationContext } from '#platform/web/operation.ts';
import type { TrashItem } from '../contract.ts';
import { restoreItem, type RestoredTo, showing, trashQuery } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Restores items one after the other, and then refetches whatever shows them. */
export function useRestoreItems() {
  const client = useQueryClient();
  return async (items: readonly TrashItem[], context: OperationContext): Promise<DoneInTurn<TrashItem, RestoredTo>> => {
    const outcome = await inTurn(items, context, ({ name }) => MESSAGES.restoring(name), restoreItem);
    const stale = [trashQuery, releasesQuery, ...outcome.done.flatMap(({ item }) => showing(item))];
    await Promise.all(stale.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    return outcome;
  };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { listedScreens, NAMES_ONLY } from '#features/screens/contract/listed-screen.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { api } from '#platform/web/api.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { SCREEN_MESSAGES } from './messages.ts';
import { reorder } from './reorder.ts';
import { putScreens } from './screen-cache.ts';
import { showScreenError } from './show-screen-error.ts';

interface Move {
  screen: Pick<Screen, 'id' | 'sequence' | 'title'>;
  /** Its new position, counted from 1. */
  to: number;
  /** True: an earlier move is taken back, which offers nothing itself. */
  isUndo?: boolean;
}

/**
 * Moves screens of a lesson. Shown at once, and undone when the server refuses; Undo is offered. Moves
 * in quick succession are sent one after the other.
 */
export function useMoveScreen(lessonId: number) {
  const client = useQueryClient();
  const { queryKey } = screenNamesQuery(lessonId);
  const mutationKey = ['move-screen', lessonId];
  /** The reply to an earlier one of several moves is older than what is shown. */
  const isLast = () => client.isMutating({ mutationKey }) <= 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: async ({ screen, to }: Move) =>
      listedScreens(await api.moveScreen({ params: { lessonId, screenId: screen.id }, query: NAMES_ONLY, body: { sequence: to } })),
    onMutate: async ({ screen, to }) => {
      await client.cancelQueries({ queryKey, exact: true });
      const before = client.getQueryData(queryKey);
      changeQueryData(client, queryKey, (screens) => screens && reorder(screens, screen.id, to));
      return before;
    },
    onSuccess: (screens, { screen, to, isUndo }) => {
      if (isLast()) putScreens(client, lessonId, screens);
      if (isUndo === true || !isLast()) return;
      const undo = () => mutate({ screen: { ...screen, sequence: to }, to: screen.sequence, isUndo: true });
      showOffer({ id: 'screen-moved', message: SCREEN_MESSAGES.moved(screen, to), label: 'Undo', onClick: undo });
    },
    onError: (error, _move, before) => {
      client.setQueryData(queryKey, before);
      void client.invalidateQueries({ queryKey, exact: true });
      showScreenError(error, SCREEN_MESSAGES.notMoved);
    },
  });
  return (screen: Move['screen'], to: number): void => {
    const count = client.getQueryData(queryKey)?.length ?? 0;
    if (to >= 1 && to <= count && to !== screen.sequence) mutate({ screen, to });
  };
}

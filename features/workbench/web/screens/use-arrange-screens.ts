import { useMutation, useQueryClient } from '@tanstack/react-query';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { listedScreens, NAMES_ONLY } from '#features/screens/contract/listed-screen.ts';
import type { ScreenTemplate, ScreenType } from '#features/screens/contract/screens.ts';
import { api } from '#platform/web/api.ts';
import { leaveScreen } from './leave-screen.ts';
import { SCREEN_MESSAGES } from './messages.ts';
import { deletingScreen, putScreens } from './screen-cache.ts';
import { showScreenError } from './show-screen-error.ts';
import { useMoveScreen } from './use-move-screen.ts';

/** What is added: an empty screen of a type (text, if omitted), or the screens of a template. */
export interface AddedScreens {
  type?: ScreenType;
  template?: ScreenTemplate;
}

/** Creates, duplicates, moves and deletes screens of a lesson. `onCreated` gets the id of a new one. */
export function useArrangeScreens(lessonId: number, onCreated: (screenId: number) => void) {
  const client = useQueryClient();
  const move = useMoveScreen(lessonId);
  const creation = useMutation({
    mutationFn: (body: AddedScreens & { sequence: number }) => api.createScreen({ params: { id: lessonId }, query: NAMES_ONLY, body }),
    onSuccess: ({ screens, newScreenId }) => {
      putScreens(client, lessonId, listedScreens(screens));
      onCreated(newScreenId);
    },
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.notCreated),
  });
  const duplicate = useMutation({
    mutationFn: (screenId: number) => api.duplicateScreen({ params: { id: screenId }, query: NAMES_ONLY }),
    onSuccess: ({ screens, newScreenId }) => {
      putScreens(client, lessonId, listedScreens(screens));
      onCreated(newScreenId);
    },
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.notDuplicated),
  });
  const remove = useMutation({
    mutationKey: deletingScreen(lessonId),
    mutationFn: async (screenId: number) => listedScreens(await api.deleteScreen({ params: { lessonId, screenId }, query: NAMES_ONLY })),
    onMutate: async (screenId) => {
      const stay = leaveScreen(client, lessonId, screenId);
      // A response that is already on its way may lack the screen.
      await client.cancelQueries({ queryKey: screenNamesQuery(lessonId).queryKey, exact: true });
      return stay;
    },
    onSuccess: (screens) => putScreens(client, lessonId, screens),
    onError: (error, _screenId, stay) => {
      stay?.();
      showScreenError(error, SCREEN_MESSAGES.notDeleted);
    },
    // Events of other changes were skipped during the call.
    onSettled: () => void client.invalidateQueries({ queryKey: screenNamesQuery(lessonId).queryKey, exact: true }),
  });
  const create = {
    isPending: creation.isPending,
    mutate: (sequence: number, added: AddedScreens = {}) => creation.mutate({ sequence, ...added }),
  };
  return { create, duplicate, move, remove };
}

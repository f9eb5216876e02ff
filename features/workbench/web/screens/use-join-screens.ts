import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listedScreens, NAMES_ONLY } from '#features/screens/contract/listed-screen.ts';
import type { ListedScreen } from '#features/screens/contract/screens.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { SCREEN_MESSAGES } from './messages.ts';
import { putScreens, refreshScreen } from './screen-cache.ts';
import { showScreenError } from './show-screen-error.ts';

type ScreensUndo = Awaited<ReturnType<typeof api.joinScreens>>['undo'];

interface Split {
  id: number;
  line: number;
}

/** Joins a screen with the one after it, and splits one in two; each can be undone. `onKept` gets the id of the screen that stays. */
export function useJoinScreens(lessonId: number, onKept: (screenId: number) => void) {
  const client = useQueryClient();

  async function show(screens: ListedScreen[], screenId: number): Promise<void> {
    await refreshScreen(client, lessonId, screenId);
    putScreens(client, lessonId, screens);
  }
  const undo = useMutation({
    mutationFn: ({ body }: { body: ScreensUndo; screenId: number }) =>
      api.undoScreens({ params: { id: lessonId }, query: NAMES_ONLY, body }),
    onSuccess: async (screens, { screenId }) => {
      await show(listedScreens(screens), screenId);
      showResult(SCREEN_MESSAGES.undone);
    },
    onError: (error) => showResult(failureText(error, SCREEN_MESSAGES.notUndone)),
  });
  const offerUndo = (message: string, body: ScreensUndo, screenId: number) =>
    showOffer({ message, label: 'Undo', onClick: () => undo.mutate({ body, screenId }) });

  const join = useMutation({
    mutationFn: ({ id }: Pick<ListedScreen, 'id' | 'sequence'>) =>
      api.joinScreens({ params: { lessonId, screenId: id }, query: NAMES_ONLY, body: {} }),
    onSuccess: async (joined, { sequence }) => {
      await show(listedScreens(joined.screens), joined.keptScreenId);
      onKept(joined.keptScreenId);
      offerUndo(SCREEN_MESSAGES.joined(sequence), joined.undo, joined.keptScreenId);
    },
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.notJoined),
  });
  const split = useMutation({
    mutationFn: ({ id, line }: Split) => api.splitScreen({ params: { lessonId, screenId: id }, query: NAMES_ONLY, body: { line } }),
    onSuccess: async (parts, { id }) => {
      await show(listedScreens(parts.screens), id);
      offerUndo(SCREEN_MESSAGES.split, parts.undo, id);
    },
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.notSplit),
  });
  return { join, split };
}

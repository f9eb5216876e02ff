import { useMutation, useQueryClient } from '@tanstack/react-query';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { listedScreens, NAMES_ONLY } from '#features/screens/contract/listed-screen.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { SCREEN_MESSAGES } from './messages.ts';
import { putScreens, refreshScreen } from './screen-cache.ts';
import { showScreenError } from './show-screen-error.ts';

type Split = Pick<Screen, 'id' | 'title' | 'body_markdown'> & { line: number };

/** Joins a screen with the one after it, and splits one in two; each can be undone. `onKept` gets the id of the screen that stays. */
export function useJoinScreens(lessonId: number, onKept: (screenId: number) => void) {
  const client = useQueryClient();
  const { queryKey } = screenNamesQuery(lessonId);

  async function undo(work: () => Promise<unknown>, screenId: number): Promise<void> {
    try {
      await work();
      showResult(SCREEN_MESSAGES.undone);
    } catch (error) {
      showResult(errorText(error, SCREEN_MESSAGES.notUndone));
    } finally {
      await refreshScreen(client, lessonId, screenId);
      void client.invalidateQueries({ queryKey, exact: true });
    }
  }

  const join = useMutation({
    mutationFn: ({ id }: Pick<Screen, 'id' | 'sequence'>) =>
      api.joinScreens({ params: { lessonId, screenId: id }, query: NAMES_ONLY, body: {} }),
    onSuccess: async ({ screens, kept, removed }, { sequence }) => {
      const params = { lessonId, screenId: kept.id };
      await refreshScreen(client, lessonId, kept.id);
      putScreens(client, lessonId, listedScreens(screens));
      onKept(kept.id);
      const restore = async () => {
        await api.restoreScreen({ params: { id: removed.id }, body: { sequence: removed.sequence } });
        await api.saveScreen({ params, body: kept.fields });
        const { check_output } = kept.fields;
        if (kept.answer_output) await api.saveOutput({ params, body: { ...kept.answer_output, check_output } });
      };
      showOffer({ message: SCREEN_MESSAGES.joined(sequence), label: 'Undo', onClick: () => void undo(restore, kept.id) });
    },
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.notJoined),
  });
  const split = useMutation({
    mutationFn: ({ id, line }: Split) => api.splitScreen({ params: { lessonId, screenId: id }, query: NAMES_ONLY, body: { line } }),
    onSuccess: async ({ screens, newScreenId }, { id, title, body_markdown }) => {
      const params = { lessonId, screenId: id };
      await refreshScreen(client, lessonId, id);
      putScreens(client, lessonId, listedScreens(screens));
      const restore = async () => {
        await api.deleteScreen({ params: { lessonId, screenId: newScreenId }, query: NAMES_ONLY });
        await api.saveScreen({ params, body: { title, body_markdown } });
      };
      showOffer({ message: SCREEN_MESSAGES.split, label: 'Undo', onClick: () => void undo(restore, id) });
    },
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.notSplit),
  });
  return { join, split };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/platform/api.ts';
import { SCREEN_MESSAGES } from './messages.ts';
import { putScreens } from './screen-cache.ts';
import { showScreenError } from './show-screen-error.ts';
import { useMoveScreen } from './use-move-screen.ts';

/** Creates, duplicates, moves and deletes screens of a lesson (A §7). `onCreated` is told the id of a new one. */
export function useArrangeScreens(lessonId: number, onCreated: (screenId: number) => void) {
  const client = useQueryClient();
  const move = useMoveScreen(lessonId);
  const create = useMutation({
    mutationFn: (sequence: number) => api.createScreen({ params: { id: lessonId }, body: { sequence } }),
    onSuccess: ({ screens, newScreenId }) => {
      putScreens(client, lessonId, screens);
      onCreated(newScreenId);
    },
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.notCreated),
  });
  const duplicate = useMutation({
    mutationFn: (screenId: number) => api.duplicateScreen({ params: { id: screenId } }),
    onSuccess: ({ screens, newScreenId }) => {
      putScreens(client, lessonId, screens);
      onCreated(newScreenId);
    },
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.notDuplicated),
  });
  const remove = useMutation({
    mutationFn: (screenId: number) => api.deleteScreen({ params: { lessonId, screenId } }),
    onSuccess: (screens) => putScreens(client, lessonId, screens),
    onError: (error) => showScreenError(error, SCREEN_MESSAGES.notDeleted),
  });
  return { create, duplicate, move, remove };
}

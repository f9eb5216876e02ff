import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lessonQuery, screenNamesQuery } from '#features/lessons/web/queries.ts';
import { errorText } from '#platform/web/error-text.ts';
import { showResult } from '#platform/web/ui/toast.ts';
import { MESSAGES } from './messages.ts';
import { HISTORY_KEY, type Owner } from './queries.ts';

/** Restores something, reports how it went, and reads again what may have changed. */
export function useRestore<Wanted>(
  owner: Owner,
  { call, onRestored, onSettled }: { call: (wanted: Wanted) => Promise<unknown>; onRestored: () => void; onSettled: () => void },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => {
      showResult(MESSAGES.restored);
      onRestored();
    },
    onError: (error) => notifications.show({ color: 'red', role: 'alert', message: errorText(error, MESSAGES.restoreFailed) }),
    onSettled: () => {
      onSettled();
      if (owner.kind === 'lesson') {
        void client.invalidateQueries({ queryKey: lessonQuery(owner.id).queryKey });
        void client.invalidateQueries({ queryKey: screenNamesQuery(owner.id).queryKey });
      } else void client.invalidateQueries();
      return client.invalidateQueries({ queryKey: HISTORY_KEY });
    },
  });
}

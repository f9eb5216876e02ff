import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { lessonQuery, screenNamesQuery } from '#features/lessons/web/queries.ts';
import { useRestoreWithToast } from '#features/trash/web/use-deleted-toast.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { useLive } from '#platform/web/use-live.ts';
import type { FixedFinding, ReleaseFinding } from '../contract/preflight.ts';
import { MESSAGES } from './messages.ts';
import { PREFLIGHT_KEY, preflightQuery } from './queries.ts';

/** Looks at the lesson again after each save. */
export function useSavedLesson(lessonId: number): void {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: preflightQuery({ lesson: lessonId }).queryKey });
  useLive(`lesson:${lessonId}`, {
    // The runs after a save end later.
    onEvent: ({ type }) => (type === 'saved' || type === 'screens-changed' || type === 'gate') && refresh(),
    onResume: refresh,
  });
}

/** Returns what speaks against publishing a lesson as it is saved now; null: nothing, or preflight can't tell. */
export function useFindDoubts(lessonId: number): () => Promise<string | null> {
  const client = useQueryClient();
  return async () => {
    try {
      const { lessons } = await client.query({ ...preflightQuery({ lesson: lessonId }), staleTime: 0 });
      const errors = lessons[0]?.counts.error ?? 0;
      return errors > 0 ? MESSAGES.deployWithErrors(errors) : null;
    } catch {
      return null;
    }
  };
}

/** After fixes of one lesson, or of many. */
export async function refreshAll(client: QueryClient, lessonId?: number): Promise<void> {
  if (lessonId === undefined) void client.invalidateQueries({ queryKey: ['lesson'] });
  else {
    void client.invalidateQueries({ queryKey: lessonQuery(lessonId).queryKey });
    void client.invalidateQueries({ queryKey: screenNamesQuery(lessonId).queryKey });
  }
  await client.invalidateQueries({ queryKey: PREFLIGHT_KEY });
}

/** Fixes a finding and offers Undo. */
export function useFixFinding() {
  const client = useQueryClient();
  const { restore } = useRestoreWithToast();
  function offerUndo({ lesson_id, message }: ReleaseFinding, { undo, deleted }: FixedFinding) {
    if (deleted) {
      const restored = { kind: deleted.kind, id: deleted.id, lesson_id } as const;
      showOffer({
        message: MESSAGES.deleted(deleted.name),
        label: 'Undo',
        onClick: () => void restore(restored, MESSAGES.restored(deleted.name)).then(() => refreshAll(client, lesson_id)),
      });
      return;
    }
    const undoFix = async () => {
      try {
        await api.undoFix({ params: { id: lesson_id }, body: { undo } });
        showResult(MESSAGES.undone);
      } catch (error) {
        notifications.show({ color: 'red', role: 'alert', message: errorText(error, MESSAGES.undoFailed) });
      }
      await refreshAll(client, lesson_id);
    };
    showOffer({ message: MESSAGES.fixed(message), label: 'Undo', onClick: () => void undoFix() });
  }
  return useMutation({
    mutationFn: async (finding: ReleaseFinding) => {
      const { lesson_id, fingerprint } = finding;
      offerUndo(finding, await api.fixFinding({ params: { id: lesson_id }, body: { fingerprint } }));
    },
    onSettled: (_done, _error, { lesson_id }) => refreshAll(client, lesson_id),
  });
}

/** Adds an unknown word to the words that all lessons may use, and offers Undo. */
export function useAddWord() {
  const client = useQueryClient();
  const set = async ({ lesson_id, fingerprint }: ReleaseFinding, isWord: boolean) => {
    const params = { id: lesson_id };
    if (isWord) await api.acceptFinding({ params, body: { fingerprint, reason: MESSAGES.isWord } });
    else await api.reopenFinding({ params, body: { fingerprint } });
  };
  const undo = async (finding: ReleaseFinding) => {
    try {
      await set(finding, false);
    } catch (error) {
      notifications.show({ color: 'red', role: 'alert', message: errorText(error, MESSAGES.undoFailed) });
    }
    await refreshAll(client, finding.lesson_id);
  };
  return useMutation({
    mutationFn: (finding: ReleaseFinding) => set(finding, true),
    onSuccess: (_done, finding) =>
      showOffer({ message: MESSAGES.wordAdded(finding.message), label: 'Undo', onClick: () => void undo(finding) }),
    onSettled: (_done, _error, { lesson_id }) => refreshAll(client, lesson_id),
  });
}

/** Accepts a finding, or shows an accepted one again. */
export function useAcceptFinding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ finding, reason }: { finding: ReleaseFinding; reason: string | null }) => {
      const params = { id: finding.lesson_id };
      const { fingerprint } = finding;
      if (reason === null) await api.reopenFinding({ params, body: { fingerprint } });
      else await api.acceptFinding({ params, body: { fingerprint, reason } });
    },
    onSuccess: (_done, { reason }) => {
      if (reason !== null) showResult(MESSAGES.accepted);
    },
    onSettled: (_done, _error, { finding }) => refreshAll(client, finding.lesson_id),
  });
}

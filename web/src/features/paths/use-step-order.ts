import { useQueryClient } from '@tanstack/react-query';
import type { Step } from '#contract/paths.ts';
import { api } from '#web/platform/api.ts';
import { type OrderedList, useOrderedList } from '#web/ui/ordered-list/use-ordered-list.ts';
import { refreshPath, stepsQuery } from './api.ts';
import { MESSAGES } from './messages.ts';

/** Moving and taking out the steps of a path (B §4). A step that was taken out can be attached again for a day: that is Undo. */
export function useStepOrder(trackId: number): OrderedList<Step> {
  const client = useQueryClient();
  const nameOf = ({ name }: Step) => (name.trim() === '' ? 'The step' : name);
  return useOrderedList<Step>({
    queryKey: stepsQuery(trackId).queryKey,
    keyOf: ({ id }) => id,
    swap: ({ id }, swap_with_previous) => api.swapStep({ params: { trackId, stepId: id }, body: { swap_with_previous } }),
    remove: ({ id }) => api.removeStep({ params: { trackId, stepId: id } }),
    setAll: (step_ids, before) => api.setSteps({ params: { trackId }, body: { step_ids, before } }),
    texts: {
      moved: (step, place) => MESSAGES.stepMoved(nameOf(step), place),
      removed: (step) => MESSAGES.stepRemoved(nameOf(step)),
      moveFailed: MESSAGES.stepMoveFailed,
      removeFailed: MESSAGES.stepDeleteFailed,
      undoFailed: MESSAGES.stepUndoFailed,
    },
    onSettled: () => refreshPath(client, trackId),
  });
}

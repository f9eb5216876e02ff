import { useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { type OrderedList, useOrderedList } from '#platform/web/ui/ordered-list/use-ordered-list.ts';
import type { Step } from '../contract/paths.ts';
import { refreshCurriculum } from './api.ts';
import { PATHS } from './kinds.ts';
import { STEP_MESSAGES as MESSAGES } from './messages.ts';
import { stepsQuery } from './steps-api.ts';

/** Moves and removes the steps of a path. Undo attaches a removed step again, which is possible for a day. */
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
      ...MESSAGES,
      moved: (step, place) => MESSAGES.moved(nameOf(step), place),
      removed: (step) => MESSAGES.removed(nameOf(step)),
    },
    onSettled: () => refreshCurriculum(client, PATHS, trackId),
  });
}

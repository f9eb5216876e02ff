import { type InvalidateQueryFilters, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { LiveEvent } from '#platform/contract/live.ts';
import { type LiveListener, subscribe } from './live.ts';

/** Subscribes to a live topic while mounted; null: no topic. */
export function useLive(topic: string | null, listener: LiveListener): void {
  const onEvent = useEffectEvent((event: LiveEvent) => listener.onEvent(event));
  const onResume = useEffectEvent(() => listener.onResume?.());
  useEffect(
    () => (topic === null ? undefined : subscribe(topic, { onEvent: (event) => onEvent(event), onResume: () => onResume() })),
    [topic],
  );
}

/** Invalidates queries when an event says they changed, or when events may have been missed. */
export function useLiveRefresh(
  topic: string | null,
  isNews: (event: LiveEvent) => boolean,
  ...stale: readonly InvalidateQueryFilters[]
): void {
  const client = useQueryClient();
  const refresh = () => {
    for (const filters of stale) void client.invalidateQueries(filters);
  };
  useLive(topic, { onEvent: (event) => isNews(event) && refresh(), onResume: refresh });
}

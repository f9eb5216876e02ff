import { vi } from 'vitest';
import type { Platform } from '#platform/server/platform.ts';

/** Call it before a run with this stream begins. The returned function waits until the run has printed. */
export function watchOutput({ live }: Pick<Platform, 'live'>, streamId: string): () => Promise<void> {
  const printed = Promise.withResolvers<void>();
  const publish = live.publish.bind(live);
  const spy = vi.spyOn(live, 'publish').mockImplementation((topic, event) => {
    publish(topic, event);
    if (topic === `run:${streamId}` && event.type === 'stdout') printed.resolve();
  });
  return () => printed.promise.finally(() => spy.mockRestore());
}

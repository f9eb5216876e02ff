import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** For browsers that don't say when they are idle: Safari. */
const FALLBACK_DELAY_MS = 1_000;

/** Loads the script of a page that is likely to be opened next, once this component is shown and the browser has nothing else to do. */
export function usePageAhead(routeId: keyof RegisteredRouter['routesById']): void {
  const router = useRouter();
  useEffect(() => {
    const load = () => void router.loadRouteChunk(router.routesById[routeId])?.catch(() => undefined);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(load, FALLBACK_DELAY_MS);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(load);
    return () => cancelIdleCallback(request);
  }, [router, routeId]);
}

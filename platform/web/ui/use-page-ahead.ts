import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whenIdle } from '../when-idle.ts';

/** Loads the script of a page that is likely to be opened next, once this component is shown and the browser has nothing else to do. */
export function usePageAhead(routeId: keyof RegisteredRouter['routesById']): void {
  const router = useRouter();
  useEffect(() => whenIdle(() => void router.loadRouteChunk(router.routesById[routeId])?.catch(() => undefined)), [router, routeId]);
}

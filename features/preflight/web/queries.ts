import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { Preflight } from '../contract/preflight.ts';

/** A release, or one lesson. */
export type Scope = { readonly release: number } | { readonly lesson: number };

/** Begins the key of every query of preflight. */
export const PREFLIGHT_KEY = ['preflight'];
/** Authors save elsewhere while the page is open. */
const LOOK_AGAIN_MS = 30_000;

export function preflightQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...PREFLIGHT_KEY, scope],
    queryFn: ({ signal }): Promise<Preflight> =>
      'release' in scope
        ? api.getReleasePreflight({ params: { id: scope.release } }, { signal })
        : api.getLessonPreflight({ params: { id: scope.lesson } }, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** How many findings the lessons of a release have. */
export function findingCountsQuery(releaseId: number) {
  return queryOptions({
    queryKey: [...PREFLIGHT_KEY, 'counts', releaseId],
    queryFn: ({ signal }) => api.countReleaseFindings({ params: { id: releaseId } }, { signal }),
    staleTime: 0,
  });
}

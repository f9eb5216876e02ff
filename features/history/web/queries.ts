import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { HistoryKind } from '../contract/history.ts';
import type { HistorySearch } from './history-search.ts';
import { partOf } from './part-label.ts';

export interface Owner {
  readonly kind: HistoryKind;
  readonly id: number;
}

/** Begins the key of every query of history. */
export const HISTORY_KEY = ['history'];

type Filter = Pick<HistorySearch, 'part' | 'by' | 'cause'>;

export function versionsQuery(owner: Owner, { part, by, cause }: Filter) {
  const filter = {
    ...(part !== undefined && { part: partOf(part) }),
    ...(by !== undefined && { by }),
    ...(cause !== undefined && { cause }),
  };
  return infiniteQueryOptions({
    queryKey: [...HISTORY_KEY, 'list', owner, filter],
    queryFn: ({ pageParam, signal }) =>
      api.listVersions({ params: owner, query: { ...filter, ...(pageParam !== null && { before: pageParam }) } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

export function versionDiffQuery(
  owner: Owner,
  version: number,
  { part, against, since }: Pick<HistorySearch, 'part' | 'against' | 'since'>,
) {
  const query = { ...(part !== undefined && { part: partOf(part) }), ...(against && { against }), ...(since !== undefined && { since }) };
  return queryOptions({
    queryKey: [...HISTORY_KEY, 'diff', owner, version, query],
    queryFn: ({ signal }) => api.getVersionDiff({ params: { ...owner, version }, query }, { signal }),
    staleTime: 0,
  });
}

export function earlierCommitsQuery(owner: Owner) {
  return queryOptions({
    queryKey: [...HISTORY_KEY, 'commits', owner],
    queryFn: ({ signal }) => api.listEarlierCommits({ params: owner }, { signal }),
  });
}

export function commitDiffQuery(owner: Owner, sha: string, against: HistorySearch['against']) {
  return queryOptions({
    queryKey: [...HISTORY_KEY, 'commit', owner, sha, against],
    queryFn: ({ signal }) => api.getCommitDiff({ params: { ...owner, sha }, query: { ...(against && { against }) } }, { signal }),
    staleTime: 0,
  });
}

export function writtenLinesQuery(owner: Owner, part: string, field: string) {
  return queryOptions({
    queryKey: [...HISTORY_KEY, 'lines', owner, part, field],
    queryFn: ({ signal }) => api.listWrittenLines({ params: owner, query: { part, field } }, { signal }),
    staleTime: 0,
  });
}

export const lessonNewsListQuery = queryOptions({
  queryKey: [...HISTORY_KEY, 'news'],
  queryFn: ({ signal }) => api.listLessonNews(undefined, { signal }),
  // Every row of the list looks at it.
  staleTime: 30_000,
});

export function lessonNewsQuery(lessonId: number) {
  return queryOptions({
    queryKey: [...HISTORY_KEY, 'news', lessonId],
    queryFn: ({ signal }) => api.getLessonNews({ params: { id: lessonId } }, { signal }),
    // What is new stays until it is read, also when others save meanwhile.
    staleTime: Infinity,
    gcTime: 0,
  });
}

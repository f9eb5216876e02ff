import { useDebouncedValue } from '@mantine/hooks';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#platform/web/api.ts';
import type { SearchGroup, SearchQueryInput } from '../contract/search.ts';

/** While saved texts aren't searched yet, such as those of a replacement, the results are looked for again. */
const PENDING_MS = 2_000;
/** After a pause of this length, the page looks for all results. */
const SETTLED_MS = 250;

/**
 * The results of a query, page by page. An outdated call is canceled, and earlier results stay until the next arrive. `quick`: what is found
 * within a moment.
 */
function searchQuery(query: SearchQueryInput | null, { quick }: { quick: boolean }) {
  return infiniteQueryOptions({
    queryKey: ['search', query, quick],
    queryFn: ({ signal, pageParam }) => api.search({ body: { query: query ?? { text: '' }, quick, ...pageParam } }, { signal }),
    initialPageParam: FIRST_PAGE,
    // The next page searches the same texts, so that no lesson is shown twice.
    getNextPageParam: ({ next, looked_at }) => (next === null ? null : { from: next, looked_at }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    // Others save while the page is open.
    staleTime: 5_000,
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.pending ?? 0) > 0 ? PENDING_MS : false),
    // A pattern that is refused stays refused.
    retry: false,
  });
}

interface PagePart {
  readonly from: number;
  readonly looked_at: number | null;
}
const FIRST_PAGE: PagePart = { from: 0, looked_at: null };

/**
 * The results of a query: first those that are found within a moment, then all of them. The first ones stay on top, so that nothing moves
 * while it is read. `isPartial`: the others are still searched for.
 */
export function useResults(query: SearchQueryInput | null) {
  const quick = useInfiniteQuery(searchQuery(query, { quick: true }));
  const isQuickOnly = !quick.isPlaceholderData && quick.data?.pages[0]?.stopped === 'time';
  // While someone types, the next key comes first.
  const key = JSON.stringify(query);
  const [settled] = useDebouncedValue(key, SETTLED_MS);
  const isSettled = isQuickOnly && settled === key;
  const all = useInfiniteQuery(searchQuery(isSettled ? query : null, { quick: false }));
  const hasAll = isSettled && all.data !== undefined && !all.isPlaceholderData;
  const found = hasAll || (isSettled && all.isError) ? all : quick;
  const [quickData, allData] = [quick.data, hasAll ? all.data : undefined];
  // The same array until something else is found: what is shown of it is rendered once.
  const groups = useMemo(() => {
    const groupsOf = (data: typeof quickData) => data?.pages.flatMap((page) => page.groups) ?? [];
    if (!allData) return groupsOf(quickData);
    return withFirst(groupsOf(quickData), groupsOf(allData), { isComplete: allData.pages.at(-1)?.next === null });
  }, [quickData, allData]);
  return {
    found,
    groups,
    isPartial: isQuickOnly && found === quick,
  };
}

/** What tells a lesson, course or path from all others. */
export const keyOf = ({ kind, id }: SearchGroup): string => `${kind} ${id}`;

/** Those that were shown first, as they are known now, and then the others. One that isn't among all matches no more. */
export function withFirst(
  first: readonly SearchGroup[],
  all: readonly SearchGroup[],
  { isComplete }: { isComplete: boolean },
): SearchGroup[] {
  const known = new Map(all.map((group) => [keyOf(group), group]));
  const kept = isComplete ? first.filter((group) => known.has(keyOf(group))) : first;
  const shown = new Set(kept.map(keyOf));
  return [...kept.map((group) => known.get(keyOf(group)) ?? group), ...all.filter((group) => !shown.has(keyOf(group)))];
}

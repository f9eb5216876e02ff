import { type QueryKey, skipToken, type UseQueryOptions } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import type { LessonPerson } from '../../contract.ts';

/** Loads the users that a comment can mention. */
export type PeopleQuery = Pick<UseQueryOptions<LessonPerson[]>, 'queryFn' | 'staleTime'> & { readonly queryKey: QueryKey };

/** How long a list of people is current enough to mention them, in milliseconds. */
export const PEOPLE_STALE_MS = 60_000;

/** Who may see a lesson, and can be mentioned in its comments. */
export function lessonPeopleQuery(lessonId: number): PeopleQuery {
  return {
    queryKey: ['lesson', lessonId, 'people'],
    queryFn: ({ signal }) => api.listLessonPeople({ params: { id: lessonId } }, { signal }),
    staleTime: PEOPLE_STALE_MS,
  };
}

/** For `useQuery`; null loads nothing. */
export function peopleOptions(people: PeopleQuery | null): UseQueryOptions<LessonPerson[]> {
  return people ?? { queryKey: NOBODY, queryFn: skipToken };
}

const NOBODY: QueryKey = ['nobody'];

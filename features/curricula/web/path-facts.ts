import { type QueriesResults, useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Step } from '../contract/paths.ts';
import { stepCoursesQuery } from './steps-api.ts';
import { type PathFacts, summarise } from './summary.ts';

/** The totals of a path, as far as the courses of its steps are loaded. */
export function usePathFacts(steps: readonly Step[]): PathFacts {
  const combine = useCallback(
    (results: QueriesResults<ReturnType<typeof stepCoursesQuery>[]>) => {
      const lists = new Map(steps.map(({ id }, index) => [id, results[index]?.data]));
      return summarise(steps, (stepId) => lists.get(stepId));
    },
    [steps],
  );
  return useQueries({ queries: steps.map(({ id }) => stepCoursesQuery(id)), combine });
}

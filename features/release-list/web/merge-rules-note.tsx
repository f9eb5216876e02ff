import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { MESSAGES } from './messages.ts';
import classes from './releases.module.css';

export const mergeRulesQuery = queryOptions({
  queryKey: ['merge-rules'],
  queryFn: ({ signal }) => api.getMergeRules(undefined, { signal }),
});

/** What a merge requires, and where that is configured. */
export function MergeRulesNote() {
  const { data: rules } = useQuery(mergeRulesQuery);
  if (!rules) return null;
  return (
    <>
      {rules.problem === null ? null : <Banner kind="warning">{MESSAGES.mergeRulesProblem(rules.problem)}</Banner>}
      <p className={classes.mergeRules}>
        {MESSAGES.mergeRules(rules.approvals)} {MESSAGES.mergeRulesPlace}
      </p>
    </>
  );
}

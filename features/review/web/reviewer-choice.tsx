import { Button, MultiSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { groupsQuery } from '#features/accounts/web/people/groups-query.ts';
import { SEARCHED_LIST } from '#platform/web/ui/searched-list.ts';
import type { ReviewerCandidate } from '../contract/pull-requests.ts';
import { askableGroups, type Asking, fromValues, isNobody, toValues } from '../rules/asked.ts';
import { proposeReviewers } from '../rules/propose-reviewers.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './pull-requests.module.css';

interface ReviewerChoiceProps {
  /** Who can be asked. */
  candidates: readonly ReviewerCandidate[];
  /** Ids of the lessons that are sent. */
  lessons: ReadonlySet<number> | 'all';
  chosen: Asking;
  onChoose: (asking: Asking) => void;
  /** What happens if nobody is chosen. */
  hint: string;
}

/** Chooses who reviews: proposals are one press away, groups and all others in a list. */
export function ReviewerChoice({ candidates, lessons, chosen, onChoose, hint }: ReviewerChoiceProps) {
  // Without them, people can still be asked one by one.
  const groups = askableGroups(useQuery(groupsQuery).data ?? [], candidates);
  const proposals = proposeReviewers(candidates, lessons).filter(({ id }) => !chosen.reviewers.includes(id));
  if (candidates.length === 0) return <p className={classes.note}>{MESSAGES.nobodyToAsk}</p>;
  const people = candidates.map(({ id, name }) => ({ value: `user ${id}`, label: name }));
  return (
    <div className={classes.reviewers}>
      <MultiSelect
        label="Reviewers"
        description={isNobody(chosen) ? hint : MESSAGES.onlyTheyAreNotified}
        data={
          groups.length === 0
            ? people
            : [
                { group: 'Groups', items: groups.map(({ id, name, count }) => ({ value: `group ${id}`, label: `${name} (${count})` })) },
                { group: 'People', items: people },
              ]
        }
        value={toValues(chosen)}
        {...SEARCHED_LIST}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear reviewers' }}
        placeholder={isNobody(chosen) ? 'Type a name' : ''}
        nothingFoundMessage="No matches."
        onChange={(values) => onChoose(fromValues(values))}
      />
      {proposals.length === 0 ? null : (
        <div className={layout.wrap} role="group" aria-label="Proposed reviewers">
          {proposals.map(({ id, name, reason }) => (
            <Button
              key={id}
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={13} aria-hidden />}
              aria-label={`Ask ${name}`}
              title={reason}
              onClick={() => onChoose({ ...chosen, reviewers: [...chosen.reviewers, id] })}
            >
              {name}
              {reason === '' ? null : <span className={classes.proposalReason}>{reason}</span>}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

import { Button, MultiSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReviewerCandidate } from '../contract/pull-requests.ts';
import { proposeReviewers } from '../rules/propose-reviewers.ts';
import { MESSAGES } from './messages.ts';
import classes from './pull-requests.module.css';

interface ReviewerChoiceProps {
  /** Who can be asked. */
  candidates: readonly ReviewerCandidate[];
  /** Ids of the lessons that are sent. */
  lessons: ReadonlySet<number> | 'all';
  chosen: readonly number[];
  onChoose: (ids: readonly number[]) => void;
  /** What happens if nobody is chosen. */
  hint: string;
}

/** Chooses who reviews: proposals are one press away, all others in a list. */
export function ReviewerChoice({ candidates, lessons, chosen, onChoose, hint }: ReviewerChoiceProps) {
  const proposals = proposeReviewers(candidates, lessons).filter(({ id }) => !chosen.includes(id));
  if (candidates.length === 0) return <p className={classes.note}>{MESSAGES.nobodyToAsk}</p>;
  return (
    <div className={classes.reviewers}>
      <MultiSelect
        label="Reviewers"
        description={chosen.length === 0 ? hint : MESSAGES.onlyTheyAreNotified}
        data={candidates.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen.map(String)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear reviewers' }}
        nothingFoundMessage="Nobody has this name."
        onChange={(ids) => onChoose(ids.map(Number))}
      />
      {proposals.length === 0 ? null : (
        <div className={classes.proposals} role="group" aria-label="Proposed reviewers">
          {proposals.map(({ id, name, reason }) => (
            <Button
              key={id}
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={13} aria-hidden />}
              aria-label={`Ask ${name}`}
              title={reason}
              onClick={() => onChoose([...chosen, id])}
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

import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconClock, IconMessage, IconMessageExclamation, IconUserPlus, IconUsers, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { PullRequest } from '../contract/pull-requests.ts';
import { isNobody, listAsked, NOBODY } from '../rules/asked.ts';
import { reviewersQuery, useAskReviewers, useFollowPull, useWithdrawGroup, useWithdrawRequest } from './api.ts';
import { FoldedList } from './folded-list.tsx';
import { MESSAGES } from './messages.ts';
import { ReviewerChoice } from './reviewer-choice.tsx';
import classes from './pull-requests.module.css';

const STATES = {
  asked: { text: 'asked', icon: IconClock },
  approve: { text: 'approved', icon: IconCheck },
  'request-changes': { text: 'requested changes', icon: IconMessageExclamation },
  comment: { text: 'commented', icon: IconMessage },
} as const;

/** Who was asked to review a pull request and what they said. Staff ask others, ask again, and follow it. */
export function Reviewers({ pull, isStaff, isNext }: { pull: PullRequest; isStaff: boolean; isNext: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const ask = useAskReviewers(pull.release_id);
  const withdraw = useWithdrawRequest(pull.release_id);
  const withdrawGroup = useWithdrawGroup(pull.release_id);
  const follow = useFollowPull(pull.release_id);
  const isOpen = pull.state === 'open';
  const asked = listAsked(pull.reviewers);
  const failed = [ask, withdraw, withdrawGroup, follow].find(({ isError }) => isError);
  return (
    <div className={classes.reviewers}>
      {pull.reviewers.length === 0 ? (
        isOpen ? (
          <p className={classes.note}>{MESSAGES.nobodyAsked}</p>
        ) : null
      ) : (
        <FoldedList
          className={classes.asked}
          label="Reviewers"
          atFirst={3}
          items={[
            ...asked.groups.map(({ id, name, asked_at, names }) => (
              <li key={`group ${id}`} className={classes.by} title={names.join(', ')}>
                <IconUsers size={14} aria-hidden /> <b>{name}</b> asked, <RelativeTime at={asked_at} />
                <span className={classes.proposalReason}>{firstNames(names)}</span>
                {isStaff && isOpen ? (
                  <Withdraw name={name} isBusy={withdrawGroup.isPending} onPress={() => withdrawGroup.mutate(id)} />
                ) : null}
              </li>
            )),
            ...asked.people.map(({ id, name, asked_at, verdict, group }) => {
              const { text, icon: Icon } = STATES[verdict ?? 'asked'];
              return (
                <li key={id} className={classes.by}>
                  <Icon size={14} aria-hidden /> <b>{name}</b> {text}
                  {group ? <span className={classes.proposalReason}>{group.name}</span> : null}
                  {verdict === null ? (
                    <>
                      , <RelativeTime at={asked_at} />
                    </>
                  ) : null}
                  {isStaff && isOpen && verdict !== null ? (
                    <Button
                      variant="subtle"
                      size="compact-xs"
                      aria-label={`Ask ${name} again`}
                      loading={ask.isPending}
                      onClick={() => ask.mutate({ reviewers: [id], groups: [] })}
                    >
                      Ask again
                    </Button>
                  ) : null}
                  {isStaff && isOpen && verdict === null ? (
                    <Withdraw name={name} isBusy={withdraw.isPending} onPress={() => withdraw.mutate(id)} />
                  ) : null}
                </li>
              );
            }),
          ]}
        />
      )}
      <ErrorBanner text={failed ? errorText(failed.error, MESSAGES.reviewersFailed) : null} />
      {isAsking ? <AskForm pull={pull} onDone={() => setAsking(false)} /> : null}
      {isStaff && isOpen && !isAsking ? (
        <div className={classes.buttons}>
          <Button
            variant={isNext ? 'filled' : 'default'}
            size="xs"
            leftSection={<IconUserPlus size={14} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Ask for a review
          </Button>
          {pull.is_own ? null : (
            <Button
              variant="subtle"
              size="xs"
              aria-pressed={pull.is_following}
              title={MESSAGES.followHint}
              loading={follow.isPending}
              onClick={() => follow.mutate(!pull.is_following)}
            >
              {pull.is_following ? 'Following' : 'Follow'}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}

/** The first names of a list, and how many more there are. */
function firstNames(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

function Withdraw({ name, isBusy, onPress }: { name: string; isBusy: boolean; onPress: () => void }) {
  const label = `Don’t ask ${name}`;
  return (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} title={label} loading={isBusy} onClick={onPress}>
      <IconX size={13} aria-hidden />
    </ActionIcon>
  );
}

function AskForm({ pull, onDone }: { pull: PullRequest; onDone: () => void }) {
  const candidates = useQuery(reviewersQuery(pull.release_id));
  const ask = useAskReviewers(pull.release_id);
  const [chosen, setChosen] = useState(NOBODY);
  const asked = new Set(pull.reviewers.map(({ id }) => id));
  const changed = new Set(pull.lessons.flatMap(({ lesson_id }) => lesson_id ?? []));
  return (
    <form
      className={classes.form}
      aria-label="Ask for a review"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate(chosen, { onSuccess: onDone });
      }}
    >
      {candidates.isError ? <ErrorBanner text={errorText(candidates.error, MESSAGES.reviewersFailed)} /> : null}
      {candidates.data ? (
        <ReviewerChoice
          candidates={candidates.data.filter(({ id }) => !asked.has(id))}
          lessons={changed}
          chosen={chosen}
          onChoose={setChosen}
          hint={MESSAGES.onlyTheyAreNotified}
        />
      ) : null}
      <ErrorBanner text={ask.isError ? errorText(ask.error, MESSAGES.reviewersFailed) : null} />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" disabled={isNobody(chosen)} loading={ask.isPending}>
          Ask
        </Button>
        <Button variant="default" size="xs" disabled={ask.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

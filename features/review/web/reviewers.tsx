import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconClock, IconMessage, IconMessageExclamation, IconUserPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { PullRequest } from '../contract/pull-requests.ts';
import { reviewersQuery, useAskReviewers, useFollowPull, useWithdrawRequest } from './api.ts';
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
export function Reviewers({ pull, isStaff }: { pull: PullRequest; isStaff: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const ask = useAskReviewers(pull.release_id);
  const withdraw = useWithdrawRequest(pull.release_id);
  const follow = useFollowPull(pull.release_id);
  const isOpen = pull.state === 'open';
  const failed = [ask, withdraw, follow].find(({ isError }) => isError);
  return (
    <div className={classes.reviewers}>
      {pull.reviewers.length === 0 ? (
        isOpen ? (
          <p className={classes.note}>{MESSAGES.nobodyAsked}</p>
        ) : null
      ) : (
        <ul className={classes.asked} aria-label="Reviewers">
          {pull.reviewers.map(({ id, name, asked_at, verdict }) => {
            const { text, icon: Icon } = STATES[verdict ?? 'asked'];
            return (
              <li key={id} className={classes.by}>
                <Icon size={14} aria-hidden /> <b>{name}</b> {text}
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
                    onClick={() => ask.mutate([id])}
                  >
                    Ask again
                  </Button>
                ) : null}
                {isStaff && isOpen && verdict === null ? (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="xs"
                    aria-label={`Don’t ask ${name}`}
                    title={`Don’t ask ${name}`}
                    loading={withdraw.isPending}
                    onClick={() => withdraw.mutate(id)}
                  >
                    <IconX size={13} aria-hidden />
                  </ActionIcon>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
      <ErrorBanner text={failed ? errorText(failed.error, MESSAGES.reviewersFailed) : null} />
      {isAsking ? <AskForm pull={pull} onDone={() => setAsking(false)} /> : null}
      {isStaff && isOpen && !isAsking ? (
        <div className={classes.buttons}>
          <Button variant="default" size="xs" leftSection={<IconUserPlus size={14} aria-hidden />} onClick={() => setAsking(true)}>
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

function AskForm({ pull, onDone }: { pull: PullRequest; onDone: () => void }) {
  const candidates = useQuery(reviewersQuery(pull.release_id));
  const ask = useAskReviewers(pull.release_id);
  const [chosen, setChosen] = useState<readonly number[]>([]);
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
        <Button type="submit" size="xs" disabled={chosen.length === 0} loading={ask.isPending}>
          Ask
        </Button>
        <Button variant="default" size="xs" disabled={ask.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

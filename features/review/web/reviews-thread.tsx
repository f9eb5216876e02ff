import { Anchor, Badge } from '@mantine/core';
import { IconCheck, IconMessage, IconMessageExclamation } from '@tabler/icons-react';
import { MessageText } from '#features/comments/web/thread/message-text.tsx';
import type { PeopleQuery } from '#features/comments/web/thread/people.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { PullRequest } from '../contract/pull-requests.ts';
import { COMMITS_ID } from './commits-list.tsx';
import { MESSAGES } from './messages.ts';
import classes from './pull-requests.module.css';

const VERDICTS = {
  approve: { text: 'approved', icon: IconCheck },
  'request-changes': { text: 'requested changes', icon: IconMessageExclamation },
  comment: { text: 'commented', icon: IconMessage },
} as const;

/** What is to know about a review beside its verdict: why it doesn't count, or that the branch has changed since. */
export function Standing({ review }: { review: PullRequest['reviews'][number] }) {
  const { approval, changes_since } = review;
  if (approval === 'outdated')
    return (
      <span className={classes.standing}>
        {changes_since > 0 ? MESSAGES.approvedBefore(changes_since) : MESSAGES.approvedEarlier}
        {changes_since > 0 ? (
          <>
            {' · '}
            <Anchor href={`#${COMMITS_ID}`} inherit underline="always" className={classes.seeThem ?? ''}>
              {MESSAGES.seeThem(changes_since)}
            </Anchor>
          </>
        ) : null}
      </span>
    );
  if (approval !== null && approval !== 'counts') return <span className={classes.standing}>{MESSAGES.notCounted[approval]}</span>;
  if (review.verdict === 'request-changes' && review.has_left) return <span className={classes.standing}>{MESSAGES.leftSince}</span>;
  if (approval === 'counts' || !review.is_outdated) return null;
  return (
    <Badge color="draft" title="The branch has changed since this review">
      outdated
    </Badge>
  );
}

/** An approval that doesn't count, or no longer does. */
function isOver({ verdict, approval, is_outdated }: PullRequest['reviews'][number]): boolean {
  return verdict === 'approve' && approval !== 'counts' && (approval !== null || is_outdated);
}

/** Reviews, oldest first. Those of an older state of the branch are marked as outdated. */
export function ReviewsThread({ pull, people }: { pull: PullRequest; people: PeopleQuery | null }) {
  return (
    <ol className={classes.thread} aria-label="Reviews">
      {pull.body === '' ? null : (
        <li className={classes.said}>
          <span className={classes.by}>
            <b>{pull.opened_by}</b> opened this, <RelativeTime at={pull.opened_at} />
          </span>
          <MessageText text={pull.body} html={null} people={people} />
        </li>
      )}
      {pull.reviews.map((review) => {
        const { text, icon: Icon } = VERDICTS[review.verdict];
        return (
          <li
            key={`${review.at} ${review.by} ${review.verdict}`}
            className={classes.said}
            data-verdict={review.verdict}
            data-standing={isOver(review) ? 'over' : undefined}
          >
            <span className={classes.by}>
              <Icon size={14} aria-hidden /> <b>{review.by}</b> {text}, <RelativeTime at={review.at} />
              <Standing review={review} />
            </span>
            {review.text === '' ? null : <MessageText text={review.text} html={null} people={people} />}
          </li>
        );
      })}
      {pull.reviews.length === 0 && pull.body === '' ? <li className={classes.note}>{MESSAGES.noReviews}</li> : null}
    </ol>
  );
}

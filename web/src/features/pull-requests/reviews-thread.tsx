import { Badge } from '@mantine/core';
import { IconCheck, IconMessage, IconMessageExclamation } from '@tabler/icons-react';
import type { PullRequest } from '#contract/pull-requests.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { MESSAGES } from './messages.ts';
import classes from './pull-requests.module.css';
import { MarkdownText } from '#web/ui/markdown-editor/markdown-text.tsx';

const VERDICTS = {
  approve: { text: 'approved', icon: IconCheck },
  'request-changes': { text: 'requested changes', icon: IconMessageExclamation },
  comment: { text: 'commented', icon: IconMessage },
} as const;

/** Reviews, oldest first. Those of an older state of the branch are marked as outdated. */
export function ReviewsThread({ pull }: { pull: PullRequest }) {
  return (
    <ol className={classes.thread} aria-label="Reviews">
      {pull.body === '' ? null : (
        <li className={classes.said}>
          <span className={classes.by}>
            <b>{pull.opened_by}</b> opened this, <RelativeTime at={pull.opened_at} />
          </span>
          <MarkdownText source={pull.body} />
        </li>
      )}
      {pull.reviews.map((review) => {
        const { text, icon: Icon } = VERDICTS[review.verdict];
        return (
          <li key={`${review.at} ${review.by} ${review.verdict}`} className={classes.said} data-verdict={review.verdict}>
            <span className={classes.by}>
              <Icon size={14} aria-hidden /> <b>{review.by}</b> {text}, <RelativeTime at={review.at} />
              {review.verdict === 'approve' && review.by === pull.opened_by ? <Badge color="gray">own approval</Badge> : null}
              {review.is_outdated ? (
                <Badge color="gray" title="The branch has changed since this review">
                  outdated
                </Badge>
              ) : null}
            </span>
            {review.text === '' ? null : <MarkdownText source={review.text} />}
          </li>
        );
      })}
      {pull.reviews.length === 0 && pull.body === '' ? <li className={classes.note}>{MESSAGES.noReviews}</li> : null}
    </ol>
  );
}

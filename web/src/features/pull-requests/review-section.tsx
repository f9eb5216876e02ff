import { Button, Text } from '@mantine/core';
import { canStartReview } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import { failureText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { LinkButton } from '#web/ui/links.tsx';
import { useStartReview } from './api.ts';
import { MESSAGES } from './messages.ts';
import classes from './pull-requests.module.css';

interface ReviewSectionProps {
  lesson: Lesson;
  /** The lesson has unsaved changes, which would not be reviewed. */
  isDirty: boolean;
  /** Whether the user may see the release's pull request. */
  canSeePull: boolean;
  /** Whether the user may send this lesson to review. */
  mayStart: boolean;
}

/** Ready for Review, and then the state of the review. */
export function ReviewSection({ lesson, isDirty, canSeePull, mayStart }: ReviewSectionProps) {
  const start = useStartReview(lesson.id);
  return (
    <div className={classes.form}>
      {lesson.review_status === null ? null : <Text size="sm">Review status: {lesson.review_status}</Text>}
      {mayStart && canStartReview(lesson) ? (
        <Button variant="default" loading={start.isPending} disabled={isDirty} onClick={() => start.mutate()}>
          Ready for Review
        </Button>
      ) : null}
      {isDirty && mayStart && canStartReview(lesson) ? (
        <Text size="sm" c="dimmed">
          Save your changes to send them for review.
        </Text>
      ) : null}
      {lesson.review_status === null && !canStartReview(lesson) ? (
        <Text size="sm" c="dimmed">
          {lesson.release_status === 'Unmodified' ? 'Same as the published lesson. Nothing to review.' : 'Not under review.'}
        </Text>
      ) : null}
      <ErrorBanner text={start.isError ? failureText(start.error, MESSAGES.reviewFailed) : null} />
      {canSeePull && lesson.review_status !== null ? (
        <LinkButton to="/releases/$releaseId/pull" params={{ releaseId: lesson.release_id }} variant="default">
          Pull request
        </LinkButton>
      ) : null}
    </div>
  );
}

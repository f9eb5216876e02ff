import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { canStartReview } from '#features/lessons/lessons.policy.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { releaseChangesQuery, useStartReview } from './api.ts';
import { MESSAGES } from './messages.ts';
import { IncludedChanges } from './release-changes.tsx';
import classes from './pull-requests.module.css';

interface ReviewSectionProps {
  lesson: Lesson;
  /** The lesson has unsaved changes, which would not be reviewed. */
  isDirty: boolean;
  /** Whether the user may see the release's pull request. */
  canSeePull: boolean;
}

/** Ready for Review, and then the state of the review. */
export function ReviewSection({ lesson, isDirty, canSeePull }: ReviewSectionProps) {
  const start = useStartReview(lesson.id);
  const canStart = canStartReview(useCurrentUser(), lesson);
  return (
    <div className={classes.form}>
      {lesson.review_status === null ? null : <Text size="sm">Review status: {lesson.review_status}</Text>}
      {canStart ? (
        <Button variant="default" loading={start.isPending} disabled={isDirty} onClick={() => start.mutate()}>
          Ready for Review
        </Button>
      ) : null}
      {canStart ? <AlsoIncluded lesson={lesson} /> : null}
      {isDirty && canStart ? (
        <Text size="sm" c="dimmed">
          Save your changes to send them for review.
        </Text>
      ) : null}
      {lesson.review_status === null && !canStart ? (
        <Text size="sm" c="dimmed">
          {lesson.main_state === 'same' || lesson.main_state === 'behind'
            ? 'Nothing to review: this lesson has no unpublished changes.'
            : 'Not under review.'}
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

/** What else a review of this lesson includes: pull requests are of whole branches. */
function AlsoIncluded({ lesson }: { lesson: Lesson }) {
  const changes = useQuery({ ...releaseChangesQuery(lesson.release_id), retry: false });
  if (!changes.data) return null;
  const { lessons, curricula, other_files } = changes.data;
  const others = lessons.filter(({ lesson_id }) => lesson_id !== lesson.id).length + curricula.length + other_files;
  if (others === 0) return null;
  return (
    <div>
      <Text size="sm">{MESSAGES.alsoGoes(lesson.release_name)}</Text>
      <IncludedChanges changes={changes.data} except={lesson.id} />
    </div>
  );
}

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { canStartReview } from '#features/lessons/lessons.policy.ts';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { SendLesson } from './send-lesson.tsx';
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
  const [isSending, setSending] = useState(false);
  const canStart = canStartReview(useCurrentUser(), lesson);
  return (
    <div className={classes.form}>
      {lesson.review_status === null || canStart ? null : <Text size="sm">Review status: {lesson.review_status}</Text>}
      {canStart ? (
        <Button variant="default" disabled={isDirty} onClick={() => setSending(true)}>
          Ready for Review
        </Button>
      ) : null}
      {isDirty && canStart ? (
        <Text size="sm" c="dimmed">
          Save your changes to send them for review.
        </Text>
      ) : null}
      {lesson.review_status === null && !canStart ? (
        <Text size="sm" c="dimmed">
          {lesson.main_state === 'same' || lesson.main_state === 'behind'
            ? 'Nothing to review: this lesson has no unpublished changes.'
            : 'Not in review.'}
        </Text>
      ) : null}
      {isSending ? <SendLesson lesson={lesson} onClose={() => setSending(false)} /> : null}
      {canSeePull && lesson.review_status !== null ? (
        <LinkButton to="/releases/$releaseId/pull" params={{ releaseId: lesson.release_id }} variant="default">
          Pull request
        </LinkButton>
      ) : null}
    </div>
  );
}

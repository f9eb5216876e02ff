import { useQuery } from '@tanstack/react-query';
import type { Lesson } from '#contract/lessons.ts';
import { pullQuery } from '#web/features/pull-requests/api.ts';
import { ReviewSection } from '#web/features/pull-requests/review-section.tsx';
import { useCurrentUser } from '#web/features/session/current-user.ts';

/** The Review section of a lesson. The server returns only those pull requests that an external author may see. */
export function LessonReview({ lesson, isDirty }: { lesson: Lesson; isDirty: boolean }) {
  const { external } = useCurrentUser();
  const pull = useQuery({ ...pullQuery(lesson.release_id), enabled: external, retry: false });
  return <ReviewSection lesson={lesson} isDirty={isDirty} canSeePull={!external || pull.isSuccess} />;
}

import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { pullQuery } from '#features/review/web/pull-query.ts';
import { ReviewSection } from '#features/review/web/review-section.tsx';

/** The Review section of a lesson. The server returns only those pull requests that an external author may see. */
export function LessonReview({ lesson, isDirty }: { lesson: Lesson; isDirty: boolean }) {
  const { external } = useCurrentUser();
  const pull = useQuery({ ...pullQuery(lesson.release_id), enabled: external, retry: false });
  return <ReviewSection lesson={lesson} isDirty={isDirty} canSeePull={!external || pull.isSuccess} />;
}

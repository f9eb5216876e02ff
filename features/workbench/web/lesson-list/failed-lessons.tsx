import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';

export interface FailedLesson {
  lesson: Pick<LessonRow, 'id' | 'sequence'>;
  reason: string;
}

/** The lessons of a bulk action that failed, each with its reason. Empty if none did. */
export function FailedLessons({ failed, what }: { failed: readonly FailedLesson[]; what: 'moved' | 'copied' | 'deleted' }) {
  if (failed.length === 0) return null;
  return (
    <ErrorBanner
      text={
        <>
          {failed.length === 1 ? '1 lesson wasn’t' : `${failed.length} lessons weren’t`} {what}.
          {failed.map(({ lesson, reason }) => (
            <span key={lesson.id} style={{ display: 'block' }}>
              {lesson.sequence}: {reason}
            </span>
          ))}
        </>
      }
    />
  );
}

import { STATE_COLORS, type LessonStatus } from '#features/releases/state-labels.policy.ts';
import { Highlighted } from '#platform/web/ui/highlight.tsx';
import { RowBadge } from '#platform/web/ui/row-badge.tsx';

/** How a version of a lesson compares with main's, or the state of its review. */
export function StatusBadge({ status }: { status: LessonStatus }) {
  return (
    <RowBadge color={STATE_COLORS[status]}>
      <Highlighted text={status} />
    </RowBadge>
  );
}

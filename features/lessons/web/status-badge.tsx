import type { LessonStatus } from '#features/releases/main-state.policy.ts';
import { Highlighted } from '#platform/web/ui/highlight.tsx';
import { RowBadge } from '#platform/web/ui/row-badge.tsx';

const COLORS = {
  Published: 'green',
  New: 'yellow',
  Changed: 'yellow',
  'Both changed': 'yellow',
  'Same as main': 'gray',
  'Behind main': 'yellow',
  'In review': 'yellow',
  'Changes requested': 'yellow',
  Approved: 'green',
} as const satisfies Record<LessonStatus, string>;

/** How a version of a lesson compares with main's, or the state of its review. */
export function StatusBadge({ status }: { status: LessonStatus }) {
  return (
    <RowBadge color={COLORS[status]}>
      <Highlighted text={status} />
    </RowBadge>
  );
}

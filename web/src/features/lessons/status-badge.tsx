import type { ReleaseStatus } from '#contract/lessons.ts';
import { Highlighted } from '#web/ui/highlight.tsx';
import { RowBadge } from '#web/ui/row-badge.tsx';

const COLORS = { Published: 'green', Modified: 'yellow', Unmodified: 'gray' } as const satisfies Record<ReleaseStatus, string>;

/** Where a lesson stands beside the main release (product §3). */
export function StatusBadge({ status }: { status: ReleaseStatus }) {
  return (
    <RowBadge color={COLORS[status]}>
      <Highlighted text={status} />
    </RowBadge>
  );
}

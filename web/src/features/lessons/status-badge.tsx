import type { ReleaseStatus } from '#contract/lessons.ts';
import { Highlighted } from '#web/ui/highlight.tsx';
import { RowBadge } from '#web/ui/row-badge.tsx';

const COLORS = { Published: 'green', Modified: 'yellow', Unmodified: 'gray' } as const satisfies Record<ReleaseStatus, string>;

/** How a lesson differs from the main release. */
export function StatusBadge({ status }: { status: ReleaseStatus }) {
  return (
    <RowBadge color={COLORS[status]}>
      <Highlighted text={status} />
    </RowBadge>
  );
}

import { Badge } from '@mantine/core';
import type { ReleaseStatus } from '#contract/lessons.ts';
import { Highlighted } from '#web/ui/highlight.tsx';

const COLORS: Record<ReleaseStatus, string> = { Published: 'green', Modified: 'yellow', Unmodified: 'gray' };

/** Where a lesson stands beside the main release (product §3). */
export function StatusBadge({ status }: { status: ReleaseStatus }) {
  return (
    <Badge color={COLORS[status]}>
      <Highlighted text={status} />
    </Badge>
  );
}

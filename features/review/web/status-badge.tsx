import { Badge } from '@mantine/core';
import { IconCheck, IconGitMerge, IconMessageExclamation, IconPoint, IconX } from '@tabler/icons-react';
import type { ReviewStatus } from '../contract.ts';

const LOOKS = {
  'In review': { color: 'blue', icon: IconPoint },
  'Changes requested': { color: 'orange', icon: IconMessageExclamation },
  Approved: { color: 'green', icon: IconCheck },
  Merged: { color: 'violet', icon: IconGitMerge },
  Closed: { color: 'gray', icon: IconX },
} as const satisfies Record<ReviewStatus, unknown>;

/** The status of a review. */
export function ReviewStatusBadge({ status }: { status: ReviewStatus }) {
  const { color, icon: Icon } = LOOKS[status];
  return (
    <Badge color={color} leftSection={<Icon size={12} aria-hidden />}>
      {status}
    </Badge>
  );
}

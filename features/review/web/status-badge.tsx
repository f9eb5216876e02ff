import { Badge } from '@mantine/core';
import { IconCheck, IconGitMerge, IconMessageExclamation, IconPoint, IconX } from '@tabler/icons-react';
import { STATE_COLORS } from '#features/releases/state-labels.policy.ts';
import type { ReviewStatus } from '../contract/pull-requests.ts';

const ICONS = {
  'In review': IconPoint,
  'Changes requested': IconMessageExclamation,
  Approved: IconCheck,
  Merged: IconGitMerge,
  Closed: IconX,
} as const satisfies Record<ReviewStatus, unknown>;

/** The status of a review. */
export function ReviewStatusBadge({ status }: { status: ReviewStatus }) {
  const Icon = ICONS[status];
  return (
    <Badge color={STATE_COLORS[status]} leftSection={<Icon size={12} aria-hidden />}>
      {status}
    </Badge>
  );
}

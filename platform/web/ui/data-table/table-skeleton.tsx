import { Skeleton, Text } from '@mantine/core';
import { Delayed } from '../delayed.tsx';

interface TableSkeletonProps {
  rows?: number;
  /** What is loading, above the rows; absent: nothing is written. */
  label?: string;
}

/** Placeholder rows for the first load, after 150 ms. */
export function TableSkeleton({ rows = 12, label }: TableSkeletonProps) {
  return (
    <Delayed>
      <div role="status" aria-label={label ?? 'Loading'}>
        {label === undefined ? null : (
          <Text size="sm" c="dimmed" mb="xs">
            {label}
          </Text>
        )}
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} height={22} mb="sm" radius="sm" />
        ))}
      </div>
    </Delayed>
  );
}

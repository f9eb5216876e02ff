import { Skeleton } from '@mantine/core';
import { Delayed } from '../delayed.tsx';

/** Placeholder rows for the first load, after 150 ms. */
export function TableSkeleton({ rows = 12 }: { rows?: number }) {
  return (
    <Delayed>
      <div role="status" aria-label="Loading">
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} height={22} mb={12} radius="sm" />
        ))}
      </div>
    </Delayed>
  );
}

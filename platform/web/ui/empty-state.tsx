import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Why a list is empty, and what to do next. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div style={{ display: 'grid', justifyItems: 'center', gap: 'var(--mantine-spacing-xs)' }}>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      {action}
    </div>
  );
}

import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

/** A link from an option to the page of the guide that explains it. It opens in a new tab, so that unsaved changes stay open. */
export function GuideLink({ page, children }: { page: string; children: ReactNode }) {
  return (
    <Anchor href={`/help/${page}`} target="_blank" size="xs" underline="always">
      {children}
    </Anchor>
  );
}

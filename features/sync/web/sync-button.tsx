import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Sync } from './use-sync.tsx';

/** The Sync button with its dialog; empty when sync is not available. */
export function SyncButton({ sync }: { sync: Sync }) {
  if (!sync.isOffered) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} loading={sync.isBusy} onClick={sync.run}>
        Sync
      </Button>
      {sync.dialog}
    </>
  );
}

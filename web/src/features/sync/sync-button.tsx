import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Sync } from './use-sync.tsx';

/** Sync, with its dialog; nothing where it is not offered. */
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

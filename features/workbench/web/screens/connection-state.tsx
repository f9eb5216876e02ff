import { IconCloudOff } from '@tabler/icons-react';
import { useConnection } from '#platform/web/use-connection.ts';
import classes from './screens.module.css';

const TEXTS = { offline: 'Offline', 'signed-out': 'Signed out', unreachable: 'No connection' } as const;

/** Beside the save state: the server can't be reached. */
export function ConnectionState() {
  const connection = useConnection();
  return (
    <span
      role="status"
      className={classes.connection}
      title={connection === 'online' ? undefined : 'Your changes are kept in this browser.'}
    >
      {connection !== 'online' && (
        <>
          <IconCloudOff size={15} aria-hidden />
          {TEXTS[connection]}
        </>
      )}
    </span>
  );
}

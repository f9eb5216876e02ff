import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { counted } from '#platform/contract/counted.ts';
import { unreadQuery, useNotificationEvents } from './api.ts';
import { BELL_ID, inboxState } from './inbox-state.ts';
import classes from './notifications.module.css';

/** Larger counts need too much space. */
const MOST_SHOWN = 99;

/** Opens the notifications, and shows how many are unread. */
export function Bell() {
  const user = useCurrentUser();
  const { data: unread = 0 } = useQuery(unreadQuery);
  useNotificationEvents(user.id);
  return (
    <ActionIcon
      id={BELL_ID}
      size={32}
      className={classes.bell ?? ''}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${counted(unread, 'unread', 'unread')}`}
      aria-haspopup="dialog"
      onClick={inboxState.open}
    >
      <IconBell size={18} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </ActionIcon>
  );
}

import { Button, Drawer, Skeleton, Title, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useId, type MouseEvent } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Delayed } from '#platform/web/ui/delayed.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { useNow } from '#platform/web/ui/use-now.ts';
import { useStore } from '#platform/web/use-store.ts';
import { notificationAddress, notificationContext, notificationText } from '../contract/notification-text.ts';
import type { Notification } from '../contract/notifications.ts';
import { inboxQuery, useReadAll, useReadNotification } from './api.ts';
import { byDay } from './by-day.ts';
import { inboxState } from './inbox-state.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './notifications.module.css';

/** The user's notifications, beside the page. */
export default function InboxPanel() {
  const isOpen = useStore(inboxState);
  return (
    <Drawer
      opened={isOpen}
      onClose={inboxState.close}
      // By the state: this panel is loaded after it was opened.
      returnFocus={false}
      position="right"
      size="sm"
      title="Notifications"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isOpen ? <Inbox onLeave={inboxState.leave} /> : null}
    </Drawer>
  );
}

function Inbox({ onLeave }: { onLeave: () => void }) {
  const inbox = useInfiniteQuery(inboxQuery);
  const readAll = useReadAll();
  const now = useNow();
  const notifications = inbox.data?.pages.flatMap((page) => page.notifications) ?? [];
  const [newest] = notifications;
  const hasUnread = notifications.some(({ read_at }) => read_at === null);
  return (
    <div className={classes.panel}>
      <div className={classes.tools}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!hasUnread}
          loading={readAll.isPending}
          onClick={() => newest && readAll.mutate(newest.id)}
        >
          Mark all as read
        </Button>
        <TextLink to="/account" hash="notifications" onClick={onLeave}>
          Settings
        </TextLink>
      </div>
      <ErrorBanner text={readAll.isError ? errorText(readAll.error, MESSAGES.readFailed) : null} />
      {inbox.isError && <ErrorBanner text={errorText(inbox.error, MESSAGES.loadFailed)} onRetry={() => void inbox.refetch()} />}
      {inbox.isPending && (
        <Delayed>
          <Skeleton height={60} animate={false} />
        </Delayed>
      )}
      {inbox.data && notifications.length === 0 && <EmptyState text={MESSAGES.none} />}
      {byDay(notifications, new Date(now)).map((day) => (
        <DayGroup key={day.label} label={day.label} notifications={day.notifications} onLeave={onLeave} />
      ))}
      {inbox.hasNextPage && (
        <Button variant="default" loading={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
          Show older
        </Button>
      )}
    </div>
  );
}

interface DayGroupProps {
  label: string;
  notifications: readonly Notification[];
  onLeave: () => void;
}

function DayGroup({ label, notifications, onLeave }: DayGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} className={classes.day ?? ''}>
        {label}
      </Title>
      <ul className={layout.plainList}>
        {notifications.map((notification) => (
          <li key={notification.id}>
            <Entry notification={notification} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A sentence that links to what it is about. Opening it marks it as read. */
function Entry({ notification, onLeave }: { notification: Notification; onLeave: () => void }) {
  const router = useRouter();
  const read = useReadNotification();
  const { id, read_at, created_at, details } = notification;
  const address = notificationAddress(notification);
  const context = notificationContext(notification);

  function follow(event: MouseEvent) {
    if (read_at === null) read.mutate(id);
    // Otherwise the browser opens a tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onLeave();
    router.history.push(address);
  }
  return (
    <a href={address} className={classes.entry} data-unread={read_at === null || undefined} onClick={follow}>
      <span className={classes.text}>
        {read_at === null && <VisuallyHidden component="span">Unread: </VisuallyHidden>}
        {notificationText(notification)}
      </span>
      {context !== '' && <span className={classes.context}>{context}</span>}
      {details.excerpt !== null && <span className={classes.excerpt}>{details.excerpt}</span>}
      <span className={classes.time}>
        <RelativeTime at={created_at} />
      </span>
    </a>
  );
}

import { notificationsStore } from '@mantine/notifications';
import { lazy, Suspense, useSyncExternalStore } from 'react';

const Toasts = lazy(() => import('./toasts.tsx'));

function hasToasts(): boolean {
  const { notifications, queue } = notificationsStore.getState();
  return notifications.length + queue.length > 0;
}

/** Waits for the first toast, and shows them from then on. */
export function ToastPlace() {
  const isWanted = useSyncExternalStore(notificationsStore.subscribe, hasToasts);
  return <Suspense fallback={null}>{isWanted ? <Toasts /> : null}</Suspense>;
}

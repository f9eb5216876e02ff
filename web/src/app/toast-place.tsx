import { notificationsStore } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { useOnDemand } from '#web/ui/use-on-demand.ts';

const load = () => import('./toasts.tsx');

// Most toasts tell of trouble, and the network may be it: they are brought before they are needed, when nothing else is.
globalThis.setTimeout(() => void load().catch(() => undefined), 4_000);

function hasToasts(): boolean {
  const { notifications, queue } = notificationsStore.getState();
  return notifications.length + queue.length > 0;
}

/** Waits for the first toast, and shows them from then on. */
export function ToastPlace() {
  const renderToasts = useOnDemand(load, useSyncExternalStore(notificationsStore.subscribe, hasToasts));
  return renderToasts?.({}) ?? null;
}

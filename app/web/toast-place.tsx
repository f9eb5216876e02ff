import { notificationsStore } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { useOnDemand } from '#platform/web/ui/use-on-demand.ts';

const load = () => import('./toasts.tsx');

// Prefetched when idle: most toasts report a problem, possibly with the network.
globalThis.setTimeout(() => void load().catch(() => undefined), 4_000);

function hasToasts(): boolean {
  const { notifications, queue } = notificationsStore.getState();
  return notifications.length + queue.length > 0;
}

/** Waits for the first toast before rendering the toaster. */
export function ToastPlace() {
  const renderToasts = useOnDemand(load, useSyncExternalStore(notificationsStore.subscribe, hasToasts));
  return renderToasts?.({}) ?? null;
}

import type { Notification } from '../contract/notifications.ts';

/** Notifications of one day. */
export interface Day {
  /** `Today`, `Yesterday`, or the date. */
  readonly label: string;
  readonly notifications: readonly Notification[];
}

const DATE = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });

/** Groups notifications by the day of this browser's time zone, in their order. */
export function byDay(notifications: readonly Notification[], now: Date): Day[] {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const labelOf = ({ created_at }: Notification): string => {
    const date = new Date(created_at);
    if (date.toDateString() === now.toDateString()) return 'Today';
    return date.toDateString() === yesterday.toDateString() ? 'Yesterday' : DATE.format(date);
  };
  return [...Map.groupBy(notifications, labelOf)].map(([label, group]) => ({ label, notifications: group }));
}

import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#platform/web/api.ts';
import { changeQueryData } from '#platform/web/query-client.ts';
import { useLiveRefresh } from '#platform/web/use-live.ts';
import { linkedNotification } from '../contract/notification-text.ts';
import type { Notification, NotificationSettings } from '../contract/notifications.ts';

/** The number of unread notifications. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await api.countNotifications(undefined, { signal })).unread,
});

/** The notifications, newest first, page by page. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'inbox'],
  queryFn: ({ pageParam, signal }) => api.listNotifications({ query: pageParam === null ? {} : { before: pageParam } }, { signal }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next }) => next,
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => api.getNotificationSettings(undefined, { signal }),
});

/** Keeps the count and the list in step with new notifications, and with what is read on other pages. */
export function useNotificationEvents(userId: number): void {
  useLiveRefresh(`user:${userId}`, ({ type }) => type === 'notifications-changed', { queryKey: ['notifications'] });
}

/** Marks one notification as read; shows it at once. */
export function useReadNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.readNotification({ params: { id } }),
    onMutate: (id) => showRead(client, (each) => each.id === id),
    onSuccess: ({ unread }) => client.setQueryData(unreadQuery.queryKey, unread),
    onError: () => refresh(client),
  });
}

/** Routes drop what they don't know from the address, so it is read before the first of them is shown. */
let linked = linkedNotification(window.location.search);

/** Marks the notification as read whose link in an email opened this page, once its reader is signed in. */
export function useReadLinked(): void {
  const { mutate } = useReadNotification();
  useEffect(() => {
    if (linked === null) return;
    mutate(linked);
    linked = null;
  }, [mutate]);
}

/** Marks everything up to a notification as read, so that what arrives meanwhile stays unread. */
export function useReadAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upTo: number) => api.readNotifications({ body: { up_to: upTo } }),
    onSuccess: ({ unread }, upTo) => {
      showRead(client, ({ id }) => id <= upTo);
      client.setQueryData(unreadQuery.queryKey, unread);
    },
  });
}

export function useSaveSettings() {
  const client = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  const show = (settings: NotificationSettings) => changeQueryData(client, queryKey, (known) => known && { ...known, settings });
  return useMutation({
    // One after the other, so that the last choice is stored last.
    scope: { id: 'notification-settings' },
    mutationFn: (settings: NotificationSettings) => api.saveNotificationSettings({ body: settings }),
    onMutate: show,
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

function showRead(client: QueryClient, isRead: (notification: Notification) => boolean): void {
  const read_at = new Date().toISOString();
  changeQueryData(
    client,
    inboxQuery.queryKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          notifications: page.notifications.map((each) => (isRead(each) && each.read_at === null ? { ...each, read_at } : each)),
        })),
      },
  );
}

function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['notifications'] });
}

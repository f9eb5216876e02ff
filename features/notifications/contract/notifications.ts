import { z } from 'zod';
import { ReviewVerdict } from '#features/review/contract/pull-requests.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';

/**
 * Why a user is notified.
 * - `mention`: a comment names them.
 * - `reply`: someone replied in a thread that they wrote in, or a learner reported a problem with their lesson.
 * - `review_request`: someone asks them to review a pull request.
 * - `review`: someone reviewed their pull request.
 * - `proposal`: someone proposes a change to their lesson.
 * - `proposal_decision`: someone accepted or declined their proposal, or it no longer applies.
 * - `finished`: long work that they started has ended.
 */
export const NotificationKind = z.enum(['mention', 'reply', 'review_request', 'review', 'proposal', 'proposal_decision', 'finished']);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Long work whose end is worth a notification. */
export const FinishedWork = z.enum(['build', 'deploy', 'tests', 'import']);
export type FinishedWork = z.infer<typeof FinishedWork>;

/** What a notification says, in pieces that the page and the email put into words (notification-text.ts). Names are those of the time. */
export const NotificationDetails = z.object({
  lesson: z.object({ sequence: z.number().int(), title: z.string() }).nullable().default(null),
  screen: z.object({ sequence: z.number().int(), title: z.string() }).nullable().default(null),
  /** Name of the release. */
  release: z.string().nullable().default(null),
  /** The beginning of the comment or review, as plain text. */
  excerpt: z.string().nullable().default(null),
  /** A review request that names nobody: owners find someone. */
  is_unassigned: z.boolean().default(false),
  verdict: ReviewVerdict.nullable().default(null),
  /** The proposal that waits for the user. */
  proposal: z.number().int().nullable().default(null),
  /** What became of the user's proposal. */
  decision: z.enum(['accepted', 'declined', 'outdated']).nullable().default(null),
  work: FinishedWork.nullable().default(null),
  /** Result of several tests that ran together. `failed_in`: numbers of lessons. */
  tests: z
    .object({ total: z.number().int(), failed: z.number().int(), lessons: z.number().int(), failed_in: z.array(z.number().int()) })
    .nullable()
    .default(null),
  has_failed: z.boolean().default(false),
  /** A learner reported a problem. */
  is_from_learner: z.boolean().default(false),
});
export type NotificationDetails = z.infer<typeof NotificationDetails>;

/** What a notification leads to; the page and the email make an address of it. */
export const NotificationTarget = z.object({
  lesson_id: z.number().int().nullable(),
  screen_id: z.number().int().nullable(),
  comment_id: z.number().int().nullable(),
  /** The release whose pull request is meant. */
  release_id: z.number().int().nullable(),
  /** Number of a deploy. */
  build_number: z.number().int().nullable(),
});
export type NotificationTarget = z.infer<typeof NotificationTarget>;

export const Notification = z.object({
  id: z.number().int(),
  kind: NotificationKind,
  /** Null: the product itself, such as at the end of a deploy. */
  actor: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  details: NotificationDetails,
  target: NotificationTarget,
  created_at: z.string(),
  read_at: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

export const EmailFrequency = z.enum(['off', 'hourly', 'daily']);
export type EmailFrequency = z.infer<typeof EmailFrequency>;

const Channels = z.object({ inbox: z.boolean(), email: z.boolean() });

export const NotificationSettings = z.object({
  /** Which kinds appear in the inbox, and which in the email digest. */
  kinds: z.record(NotificationKind, Channels),
  /** How often the digest is sent if there are unread notifications. */
  email: EmailFrequency,
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** Default and maximum number of notifications per page. */
export const NOTIFICATION_PAGE = { size: 30, max: 100 } as const;

const done = z.object({ unread: z.number().int() });

export const notificationRoutes = {
  listNotifications: route({
    method: 'GET',
    path: '/api/notifications',
    summary: 'Returns the notifications in your inbox, newest first. `before` is the `next` of the previous page',
    access: 'signed-in',
    query: z.object({
      before: Id.optional(),
      limit: z.coerce.number().int().min(1).max(NOTIFICATION_PAGE.max).default(NOTIFICATION_PAGE.size),
    }),
    /** `next`: null on the last page. */
    reply: z.object({ notifications: z.array(Notification), next: z.number().int().nullable() }),
  }),
  countNotifications: route({
    method: 'GET',
    path: '/api/notifications/unread',
    summary: 'Returns the number of unread notifications in your inbox',
    access: 'signed-in',
    reply: done,
  }),
  readNotification: route({
    method: 'POST',
    path: '/api/notifications/{id}/read',
    summary: 'Marks one of your notifications as read; returns how many are unread',
    access: 'signed-in',
    params: z.object({ id: Id }),
    reply: done,
    errors: ['not_found'],
  }),
  readNotifications: route({
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Marks your notifications up to this id as read; returns how many are unread',
    access: 'signed-in',
    body: z.object({ up_to: RowId }),
    reply: done,
  }),
  getNotificationSettings: route({
    method: 'GET',
    path: '/api/notifications/settings',
    summary: 'Returns which notifications you get, and whether this installation can send email',
    access: 'signed-in',
    reply: z.object({ settings: NotificationSettings, can_email: z.boolean() }),
  }),
  saveNotificationSettings: route({
    method: 'PUT',
    path: '/api/notifications/settings',
    summary: 'Changes which notifications you get from now on',
    access: 'signed-in',
    body: NotificationSettings,
    reply: NotificationSettings,
  }),
};

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    /** A notification of the user was added, or read on another page. */
    notifications: { type: 'notifications-changed' };
  }
}

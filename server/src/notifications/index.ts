/**
 * Notifications of users: the inbox, the email digest and the webhook of the installation. Other modules call `notify` in the transaction
 * of what happened. About a lesson they use `notifyReaders` of the lessons module, which leaves out those who may not see the lesson.
 */

export { LONG_WORK_MS, notify, type NewNotification } from './notify.ts';
export { notificationsModule } from './routes.ts';
export { deleteNotificationsBefore } from './queries.ts';
export { startDigests } from './email/send-digests.ts';
export { startNotificationWorkers } from './post-webhook.job.ts';

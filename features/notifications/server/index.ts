export { startDigests } from './email/send-digests.ts';
export { LONG_WORK_MS, type NewNotification, notifyUsers } from './notify.ts';
export { startNotificationWorkers } from './post-webhook.job.ts';
export { deleteNotificationsBefore } from './queries.ts';
export { notificationsModule } from './routes.ts';

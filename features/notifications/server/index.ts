export { sendTestEmail, whyNoMail } from './email/mailer.ts';
export { startDigests } from './email/send-digests.ts';
export { LONG_WORK_MS, type NewNotification, notifyUsers, settleNotifications, shortened } from './notify.ts';
export { listUnreadMentions } from './inbox.ts';
export { startNotificationWorkers } from './post-webhook.job.ts';
export { deleteNotificationsBefore, moveCommentNotifications, wasNotified } from './queries.ts';
export { notificationsModule } from './routes.ts';

export const MESSAGES = {
  none: 'You have no notifications. You get one when someone mentions you, replies to you or reviews your work.',
  loadFailed: 'Couldn’t load your notifications.',
  readFailed: 'Couldn’t mark your notifications as read. Try again.',
  settingsFailed: 'Couldn’t load your notification settings.',
  saveFailed: 'Couldn’t save your notification settings. Try again.',
  noEmail: 'This installation doesn’t send email. Its administrator can set up a mail server.',
  digest: 'Sent only when you have unread notifications.',
} as const;

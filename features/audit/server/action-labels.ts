import { api } from '#app/contract/api.ts';
import type { Routes } from '#platform/contract/route.ts';

const VERBS: Readonly<Record<string, string>> = {
  abandon: 'Removed the unused',
  accept: 'Accepted',
  add: 'Added',
  approve: 'Approved',
  archive: 'Archived',
  attach: 'Attached',
  change: 'Changed',
  clone: 'Cloned',
  close: 'Closed',
  commit: 'Committed',
  comment: 'Commented on',
  complete: 'Completed',
  copy: 'Copied',
  create: 'Created',
  delete: 'Deleted',
  detach: 'Detached',
  duplicate: 'Duplicated',
  import: 'Imported',
  invite: 'Created an invitation for',
  merge: 'Merged',
  move: 'Moved',
  open: 'Opened',
  push: 'Pushed with',
  rename: 'Renamed',
  reopen: 'Reopened',
  reply: 'Replied to',
  restore: 'Restored',
  review: 'Reviewed',
  revoke: 'Revoked',
  save: 'Saved',
  share: 'Shared',
  start: 'Started',
  stop: 'Stopped',
  unarchive: 'Unarchived',
  unshare: 'Stopped sharing',
  upload: 'Uploaded',
};

const NOUNS: Readonly<Record<string, string>> = {
  build: 'the package build',
  collection: 'the collection',
  comment: 'a comment',
  content: 'the content',
  'data-file': 'a data file',
  dataset: 'the dataset',
  deploy: 'a deploy',
  'external-author': 'an external author',
  git: 'git',
  image: 'an image',
  preview: 'a preview',
  'pull-request': 'the pull request',
  staff: 'a staff member',
  token: 'a personal token',
};

/** Actions whose sentence can't be built from noun and verb. */
const SENTENCES: Readonly<Record<string, string>> = {
  'set-up': 'Set up the server',
  'sign-in': 'Signed in',
  'sign-in.ask-second-factor': 'Entered the password, and was asked for a second factor',
  'sign-in.refuse': 'Sign-in refused',
  'sign-in.fail': 'Sign-in failed',
  'sign-in.lock': 'Account locked after too many wrong passwords',
  'sign-in.unlock': 'Unlocked the account',
  'password.fail': 'Entered a wrong current password',
  'sign-out': 'Signed out',
  'password.change': 'Changed the password',
  'password.link': 'Created a password reset link',
  'release.move-lessons': 'Moved lessons into the release',
  'release.copy-lessons': 'Copied lessons into the release',
  'release.separate': 'Moved lessons into a release of their own',
  'release.revert': 'Reverted the merge of the release',
  'release.create-drafts': 'Created a drafts release for its author',
  'release.reopen': 'Reopened the release after its merge',
  'release.update-from-main': 'Updated the release from main',
  'bulk-edit.save': 'Changed several lessons at once',
  'audit.archive': 'Moved old entries out of the audit trail',
  'staff.unlist': 'Lost staff access: no longer listed in the settings',
  'staff.relist': 'Got staff access back: listed in the settings again',
};

/**
 * Describes an action of the audit trail: `lesson.save` becomes `Saved the lesson`. Unknown actions are shown as they
 * are.
 */
export function actionLabel(action: string): string {
  const sentence = SENTENCES[action];
  if (sentence !== undefined) return sentence;
  const [noun = '', verb = ''] = action.split('.');
  if (noun === 'call') return (api as Routes)[verb]?.summary ?? plain(verb);
  // `swap-lesson`, `save-step`: the part of the noun that was changed.
  const [first = '', ...part] = verb.split('-');
  const done = VERBS[first];
  if (done === undefined) return verb === '' ? plain(noun) : `${plain(noun)}: ${plain(verb).toLowerCase()}`;
  const whole = NOUNS[noun] ?? `the ${noun.replaceAll('-', ' ')}`;
  return part.length === 0 ? `${done} ${whole}` : `${done} ${part.join(' ')} of ${whole}`;
}

function plain(name: string): string {
  const words = name.replaceAll('-', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

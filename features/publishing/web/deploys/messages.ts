import { counted } from '#platform/contract/counted.ts';
import type { DeployStatus } from '../../contract/deploys.ts';

export const MESSAGES = {
  running: 'Deploying lesson',
  failed: 'Last deploy failed',
  succeeded: 'Last deploy succeeded',
  earlierFailed: 'This deploy failed',
  earlierSucceeded: 'This deploy succeeded',
  noStatus: 'Unable to retrieve deploy status. Please redeploy.',
  deployFailed: 'An error occurred when trying to deploy the lesson',
  changedSince: (build: number, changes: number) =>
    `Deploy ${build} is older than the lesson: ${counted(changes, 'change')} since. Deploy again to show ${changes === 1 ? 'it' : 'them'}.`,
  onlyHere: (host: string) =>
    `Only this computer can open the link: its address begins with ${host}. To share it with others, ask the administrator to set LESSONWRIGHT_PUBLIC_URL.`,
  never: 'Not deployed yet. Deploy the lesson to see and share it as learners do.',
  notTheirs: 'Only lessons in your own drafts can be deployed.',
  runningTitle: 'Deploy anyway?',
  anywayTitle: 'Deploy with failing answers?',
  anywayText: 'Answers fail their own checks, so learners who write them see that they are wrong. The log says which.',
  askStaff: 'Correct the answer or its checks, or ask staff to deploy it anyway.',
  whyAnyway: 'Why deploy anyway?',
  anywayHint: 'The reason is recorded in the log and in the audit trail.',
  doubtsTitle: 'Deploy with errors?',
  unsavedTitle: 'Deploy without unsaved changes?',
  unsaved: (what: readonly string[]) =>
    `A deploy leaves out unsaved changes:\n${what.map((each) => `• ${each}`).join('\n')}\nSave first, or deploy the saved version.`,
  stopFailed: 'Couldn’t stop the deploy. Try again.',
  openFailed: 'Couldn’t open the preview. Try again.',
  historyFailed: 'Couldn’t load the history of deploys.',
  logFailed: 'Couldn’t load the log.',
  noLog: 'The log is empty.',
  shareTitle: 'Share a deploy',
  shareHint: 'Anyone with the link can take this version of the lesson without an account until the link expires.',
  shareFailed: 'Couldn’t create the link. Try again.',
  shareOnce: 'Copy the link now. You won’t be able to see it again.',
  linksFailed: 'Couldn’t load the links.',
  noLinks: 'This lesson has no active links.',
  revokeFailed: 'Couldn’t revoke the link. Try again.',
  revokeText: 'The link stops working, and terminals opened through it are closed.',
} as const;

const STATUS: Record<DeployStatus, string> = { running: 'Running', failed: 'Failed', succeeded: 'Succeeded' };

export function deployStatusText(status: DeployStatus): string {
  return STATUS[status];
}

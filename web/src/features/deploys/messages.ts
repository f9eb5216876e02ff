import type { DeployStatus } from '#contract/deploys.ts';

/** The texts of the Deploy section (B §4, B §8). */
export const MESSAGES = {
  running: 'Deploying lesson',
  failed: 'Last deploy failed',
  succeeded: 'Last deploy succeeded',
  noStatus: 'Unable to retrieve deploy status. Please redeploy.',
  deployFailed: 'An error occurred when trying to deploy the lesson',
  never: 'This lesson was never deployed. Deploy it to see and share it as its learner does.',
  runningTitle: 'Deploy anyway?',
  unsavedTitle: 'Deploy without unsaved changes?',
  unsaved: (what: readonly string[]) =>
    `Only what is saved is deployed. Not saved yet:\n${what.map((each) => `• ${each}`).join('\n')}\nSave first, or deploy what is saved.`,
  stopFailed: 'The deploy could not be stopped. Try again.',
  openFailed: 'The preview could not be opened. Try again.',
  historyFailed: 'The history of deploys could not be loaded.',
  logFailed: 'The log could not be loaded.',
  noLog: 'Nothing was written yet.',
  shareTitle: 'Share a build',
  shareHint: 'Whoever has the link sees and uses this one build, without an account, until the link expires.',
  shareFailed: 'The link could not be made. Try again.',
  shareOnce: 'Copy the link now: it is shown this once.',
  linksFailed: 'The links could not be loaded.',
  noLinks: 'No link to this lesson is open.',
  revokeFailed: 'The link could not be revoked. Try again.',
  revokeText: 'Whoever has it can no longer open the build; terminals that are open by it close.',
} as const;

const STATUS: Record<DeployStatus, string> = { running: 'Running', failed: 'Failed', succeeded: 'Succeeded' };

export function statusText(status: DeployStatus): string {
  return STATUS[status];
}

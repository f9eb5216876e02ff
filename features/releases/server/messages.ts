/** The banner of a deleted remote branch. */
export function branchDeleted(branch: string): string {
  return `The branch ${branch} was deleted on the code host. The commits are kept here.`;
}

export const MESSAGES = {
  main: 'The main release has no pull request: other releases are merged into it.',
  closed: 'This release was merged and is closed. Reopen it before you send changes for review.',
};

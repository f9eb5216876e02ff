/** The banner of a deleted remote branch. */
export function branchDeleted(branch: string): string {
  return `The branch ${branch} was deleted on the code host. The commits are kept here.`;
}

const CHOOSE_BELOW = 'All other changes were merged. Choose what to keep below.';

/** The first text of the dialog when another author saved the same texts in the meantime. */
export function saveConflictIntro(changedBy: string | null): string {
  return `${changedBy ?? 'Someone else'} saved while you were editing. ${CHOOSE_BELOW}`;
}

/** What the dialog says first when a page conflicts with what was pushed or merged elsewhere. */
export function conflictIntro(changedBy: string | null, where: 'Git' | 'main'): string {
  return `${changedBy ?? 'Someone'} made conflicting changes in ${where}. ${CHOOSE_BELOW} Nothing changes until you save the result.`;
}

/** What the dialog says first about changes of both an author and the collection that a lesson was imported from. */
export function collectionIntro(title: string | null): string {
  return `You and the new version of ${title ?? 'the collection'} made conflicting changes. ${CHOOSE_BELOW} Your changes stay until you save the result.`;
}

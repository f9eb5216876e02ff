import { VERSION_DAYS } from '../contract/history-limits.ts';

/** Texts of history. */
export const MESSAGES = {
  loadFailed: 'Couldn’t load the history.',
  diffFailed: 'Couldn’t load this version.',
  authors: 'Who wrote each line',
  linesFailed: 'Couldn’t load line authors. Try again later.',
  restoreFailed: 'Couldn’t restore. Nothing was changed.',
  retention: `Versions in git are kept forever. Saves between two commits are kept for ${VERSION_DAYS} days.`,
  before: 'History starts here. Earlier changes are listed below as commits.',
  empty: 'No version matches these filters.',
  same: 'Nothing differs.',
  cut: 'This save changed more parts than are shown here. Choose one above.',
  cutCommit: 'This commit changed more files than are shown here.',
  restored: 'Restored as a new version.',
  copied: 'Copied',
  savedLines: 'These are the saved lines. Unsaved changes aren’t included.',
  readOnly: 'This is read only, so nothing can be restored here.',
  restoreTitle: 'Restore this version?',
  restoreText: 'The current version stays in the history. Unsaved drafts of your colleagues are merged when they save.',
} as const;

/** `Anna and Ben changed this lesson since you were last here, in 3 saves.` */
export function newsText(names: readonly string[], count: number): string {
  const who =
    names.length === 0 ? 'Others' : names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return `${who} changed this lesson since you were last here, in ${count === 1 ? 'one save' : `${count} saves`}.`;
}

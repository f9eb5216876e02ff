import { isOnItsWay } from '#features/changes/web/commit-poll.ts';
import type { Comment } from '#features/comments/contract.ts';
import type { ListedScreen } from '#features/screens/contract/screens.ts';
import type { TestState } from '#features/tests/contract/screen-tests.ts';
import { isTestOk } from '#features/tests/web/test-rules.ts';

/** What the outline shows beside the title of a screen. */
export interface ScreenMarks {
  /** It has edits that are kept in this browser only. */
  isUnsaved: boolean;
  /** Its newest change has not reached the code host. */
  isOnItsWay: boolean;
  hasFailedTest: boolean;
  openComments: number;
}

interface Known {
  comments: readonly Pick<Comment, 'screen_id' | 'approved'>[] | undefined;
  tests: readonly Omit<TestState, 'id'>[] | undefined;
  /** Ids of screens with edits of an earlier visit, kept in this browser. */
  kept: ReadonlySet<number>;
  /** The open screen, if it has unsaved edits. */
  unsavedId: number | null;
}

/** Returns how to mark a screen by what the page knows of its lesson. */
export function markScreens({ comments = [], tests = [], kept, unsavedId }: Known) {
  const counts = new Map<number, number>();
  for (const { screen_id, approved } of comments) if (!approved) counts.set(screen_id, (counts.get(screen_id) ?? 0) + 1);
  const failed = new Set(tests.filter((test) => isTestOk(test) === false).map(({ screen_id }) => screen_id));
  return ({ id, commit_status }: Pick<ListedScreen, 'id' | 'commit_status'>): ScreenMarks => ({
    isUnsaved: id === unsavedId || kept.has(id),
    isOnItsWay: isOnItsWay(commit_status),
    hasFailedTest: failed.has(id),
    openComments: counts.get(id) ?? 0,
  });
}

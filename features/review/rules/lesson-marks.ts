import type { PullComment } from '../contract/pull-comments.ts';
import type { ChangedLesson } from '../contract/pull-requests.ts';

/** What a reviewer looked at: by the folder of a lesson, the content that they marked as viewed. */
export type Viewed = Readonly<Record<string, string>>;

/** Stands for the content of a deleted lesson. */
const DELETED = 'deleted';

export interface LessonMarks {
  /** Open threads on its changes. */
  readonly threads: number;
  /** A test fails, or preflight found an error. */
  readonly isFailing: boolean;
  /** The reviewer viewed it, and it hasn't changed since. */
  readonly isViewed: boolean;
}

/** What can be asked of a list of changed lessons. */
export const MARK_FILTERS = {
  all: 'All lessons',
  unviewed: 'Not viewed',
  commented: 'With open comments',
  failing: 'Failing',
} as const;
export type MarkFilter = keyof typeof MARK_FILTERS;

/** Threads that nobody resolved, by the folder of the lesson that they are in. */
export function openThreads(comments: readonly PullComment[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path, reply_to, resolved_by, is_deleted } of comments) {
    const [root, folder] = path.split('/');
    if (reply_to !== null || resolved_by !== null || is_deleted || root !== 'lessons' || folder === undefined) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

type Marked = Pick<ChangedLesson, 'folder' | 'content' | 'warnings'>;

export function marksOf({ folder, content, warnings }: Marked, threads: ReadonlyMap<string, number>, viewed: Viewed): LessonMarks {
  return {
    threads: threads.get(folder) ?? 0,
    isFailing: (warnings?.errors ?? 0) + (warnings?.failing_tests ?? 0) > 0,
    isViewed: Object.hasOwn(viewed, folder) && viewed[folder] === (content ?? DELETED),
  };
}

export function passesFilter({ threads, isFailing, isViewed }: LessonMarks, filter: MarkFilter): boolean {
  if (filter === 'unviewed') return !isViewed;
  if (filter === 'commented') return threads > 0;
  return filter === 'failing' ? isFailing : true;
}

/** The marks after a lesson was viewed, or no longer. */
export function withViewed(viewed: Viewed, { folder, content }: Pick<Marked, 'folder' | 'content'>, isViewed: boolean): Viewed {
  const { [folder]: _before, ...others } = viewed;
  return isViewed ? { ...others, [folder]: content ?? DELETED } : others;
}

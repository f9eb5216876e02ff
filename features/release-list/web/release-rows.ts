import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { LATEST_RANKS } from '#features/releases/main-state.policy.ts';
import { isOpenReview } from '#features/releases/state-labels.policy.ts';
import { MESSAGES } from './messages.ts';
import type { ReleaseState } from './releases-search.ts';

/** A row of the table: a release or, below an expanded one, its problem and each of its lessons. */
export type ReleaseTableRow =
  | { kind: 'release'; id: string; release: Release }
  | { kind: 'lesson'; id: string; lesson: LessonRow }
  | { kind: 'note'; id: string; text: string; isProblem: boolean };

/** The lessons by release, loading or failed. */
export type KnownLessons = ReadonlyMap<number, readonly LessonRow[]> | 'loading' | 'failed';

/** The lessons of each release, by number. */
export function groupByRelease(lessons: readonly LessonRow[]): ReadonlyMap<number, readonly LessonRow[]> {
  const groups = new Map<number, LessonRow[]>();
  for (const lesson of lessons) {
    const group = groups.get(lesson.release_id);
    if (group) group.push(lesson);
    else groups.set(lesson.release_id, [lesson]);
  }
  for (const group of groups.values()) group.sort((left, right) => left.sequence - right.sequence);
  return groups;
}

/** How far a release is. Main is none of these: nothing is released from it. */
export function stateOf({ is_main, is_closed, pull_request }: Release): ReleaseState | null {
  if (is_main) return null;
  if (is_closed) return 'merged';
  return isOpenReview(pull_request?.status ?? null) ? 'review' : 'open';
}

/** What changed in a release. */
export interface ReleaseWork {
  /** Lessons that are ahead of main. */
  readonly changed: number;
  readonly lessons: number;
  /** The last edit of a changed lesson; null: none is changed. */
  readonly edited: string | null;
}

/** What changed in a release with these lessons. */
export function releaseWork(lessons: readonly LessonRow[]): ReleaseWork {
  const changed = lessons.filter(({ main_state }) => LATEST_RANKS[main_state] === 0);
  const edited = changed.reduce((last, { last_updated }) => (last_updated > last ? last_updated : last), '');
  return { changed: changed.length, lessons: lessons.length, edited: edited || null };
}

/** The rows of the table in order; an expanded release is followed by its contents. */
export function toRows(releases: readonly Release[], open: ReadonlySet<number>, lessons: KnownLessons): ReleaseTableRow[] {
  const rows: ReleaseTableRow[] = [];
  for (const release of releases) {
    rows.push({ kind: 'release', id: `release-${release.id}`, release });
    if (open.has(release.id)) rows.push(...problemRows(release), ...lessonRows(release, lessons));
  }
  return rows;
}

/** What keeps a release from syncing with its code host; empty: nothing. */
export function releaseProblems(release: Pick<Release, 'commit_error' | 'deletion_date' | 'detached_at'>): string[] {
  // Detached on purpose: not a problem.
  if (release.detached_at !== null) return [];
  return [
    ...(release.deletion_date === null ? [] : [MESSAGES.deletedOnHost(new Date(release.deletion_date))]),
    ...(release.commit_error === null ? [] : [release.commit_error]),
  ];
}

function problemRows(release: Release): ReleaseTableRow[] {
  return releaseProblems(release).map((text, index) => ({ kind: 'note', id: `problem-${release.id}-${index}`, text, isProblem: true }));
}

function lessonRows(release: Release, lessons: KnownLessons): ReleaseTableRow[] {
  const note = (text: string, isProblem = false): ReleaseTableRow[] => [{ kind: 'note', id: `note-${release.id}`, text, isProblem }];
  if (lessons === 'loading') return note(MESSAGES.lessonsLoading);
  if (lessons === 'failed') return note(MESSAGES.lessonsFailed, true);
  const known = lessons.get(release.id) ?? [];
  if (known.length === 0) return note(release.is_main ? MESSAGES.mainEmpty : MESSAGES.noLessons);
  return known.map((lesson) => ({ kind: 'lesson', id: `lesson-${lesson.id}`, lesson }));
}

import type { ChangedLesson, ReleaseChanges } from '../contract/pull-requests.ts';
import { changedLessonName } from './lesson-name.ts';

type Changes = Pick<ReleaseChanges, 'lessons' | 'curricula' | 'other_files' | 'is_drafts'>;

/** What is ticked. `rest`: courses, paths, deleted lessons and other files, which can't leave their release. */
export interface Ticks {
  readonly lessons: ReadonlySet<number> | 'all';
  readonly rest: boolean;
}

/** A lesson that can go without the others. A deleted one has no rows that could be moved. */
type SendableLesson = ChangedLesson & { readonly lesson_id: number };

/** How the ticked lessons are sent: with their whole release, or in a new one, so that what isn't ticked stays as it is. */
type SendPlan =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'whole' }
  | { readonly kind: 'apart'; readonly lessons: readonly SendableLesson[] };

export function sendableLessons({ lessons }: Pick<Changes, 'lessons'>): SendableLesson[] {
  return lessons.filter((lesson): lesson is SendableLesson => lesson.lesson_id !== null);
}

export function hasRest(changes: Omit<Changes, 'is_drafts'>): boolean {
  return changes.lessons.length - sendableLessons(changes).length + changes.curricula.length + changes.other_files > 0;
}

/** Drafts stay where their author writes: their lessons are sent in a release of their own, except together with the rest. */
export function planSending(changes: Changes, ticks: Ticks): SendPlan {
  const all = sendableLessons(changes);
  const lessons = all.filter(({ lesson_id }) => isTicked(ticks, lesson_id));
  const isRestSent = ticks.rest && hasRest(changes);
  if (lessons.length === 0 && !isRestSent) return { kind: 'nothing' };
  const isWhole = lessons.length === all.length && isRestSent === hasRest(changes);
  return isWhole && (isRestSent || !changes.is_drafts) ? { kind: 'whole' } : { kind: 'apart', lessons };
}

export function isTicked({ lessons }: Ticks, id: number): boolean {
  return lessons === 'all' || lessons.has(id);
}

/** The rest goes with the whole release only: without a lesson it stays. */
export function tickLesson(changes: Changes, ticks: Ticks, id: number, isOn: boolean): Ticks {
  const ticked = sendableLessons(changes).flatMap(({ lesson_id }) => (isTicked(ticks, lesson_id) && lesson_id !== id ? [lesson_id] : []));
  return isOn ? { ...ticks, lessons: new Set([...ticked, id]) } : { lessons: new Set(ticked), rest: false };
}

/** See {@link tickLesson}: with the rest, every lesson goes. */
export function tickRest(ticks: Ticks, isOn: boolean): Ticks {
  return isOn ? { lessons: 'all', rest: true } : { ...ticks, rest: false };
}

/** The proposed name of the new release. */
export function proposedName(lessons: readonly ChangedLesson[]): string {
  const [first, ...others] = lessons;
  if (!first) return '';
  return others.length === 0 ? changedLessonName(first) : `${changedLessonName(first)} and ${others.length} more`;
}

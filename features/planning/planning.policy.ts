import { LATEST_RANKS, type MainState } from '#features/releases/main-state.policy.ts';

/** How far the work on a lesson is, in order. */
export const STAGES = { planned: 'Planned', writing: 'Writing', reviewing: 'Reviewing', ready: 'Ready' } as const;
export type Stage = keyof typeof STAGES;

/** Who works on a version of a lesson, and until when. */
export interface Planning {
  /** Email addresses. */
  readonly owner: string | null;
  readonly reviewer: string | null;
  /** A day, as `2026-12-31`. */
  readonly due: string | null;
  readonly stage: Stage | null;
}

/** The days that a due date can be. Others are slips of the keyboard: a date that is half typed has a year such as 0002. */
export const DUE_DAYS = { first: '2000-01-01', last: '2100-12-31' } as const;
export const DUE_OUTSIDE = 'Enter a date between the years 2000 and 2100.';

/** Whether a day, as `2026-12-31`, can be a due date. */
export function canBeDue(day: string): boolean {
  return day >= DUE_DAYS.first && day <= DUE_DAYS.last;
}

/** The fields of a lesson that plan the work on it. They are no content: nobody but its authors sees a difference. */
export const PLANNING_FIELDS = ['owner', 'reviewer', 'due', 'stage'] as const satisfies readonly (keyof Planning)[];

/**
 * The planning that is still ahead. Owner and reviewer last; a due date and a stage are of one piece of work, which is finished when the
 * lesson is published. A later copy of the lesson brings the finished ones along, so they don't count there either.
 */
export function currentPlanning(
  lesson: Planning & { readonly id: number },
  main: (Pick<Planning, 'due'> & { readonly id: number | null; readonly stage: string | null }) | null,
): Planning {
  const { owner, reviewer, due, stage } = lesson;
  const isFinished = main !== null && (main.id === lesson.id || (main.due === due && main.stage === stage));
  return isFinished ? { owner, reviewer, due: null, stage: null } : { owner, reviewer, due, stage };
}

/** Whether work is late on `today` (`2026-12-31`): past its due date, and neither ready nor merged. */
export function isOverdue(
  { due, stage, is_closed }: Pick<Planning, 'due' | 'stage'> & { readonly is_closed: boolean },
  today: string,
): boolean {
  return due !== null && due < today && stage !== 'ready' && !is_closed;
}

/** A version of a lesson with its planning, as lists have it. */
export interface PlannedVersion extends Planning {
  readonly is_main: boolean;
  readonly is_closed: boolean;
  readonly main_state: MainState;
}

/** Whether there is something to do in a version. A copy that nobody changed and planned only came along in its release. */
export function isUnderWay({ is_main, is_closed, main_state, due, stage }: PlannedVersion): boolean {
  return !is_main && !is_closed && (LATEST_RANKS[main_state] === 0 || due !== null || stage !== null);
}

/** The day of a moment where the reader is. */
export function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

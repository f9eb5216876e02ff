import { isOverdue, isUnderWay, type PlannedVersion } from '#features/planning/planning.policy.ts';
import type { WorkItem } from '../contract.ts';

interface Version extends PlannedVersion {
  readonly release_id: number;
  readonly review_status: string | null;
}

/** Whether a lesson waits for its owner: until it is ready. */
export function waitsForOwner(version: Version, email: string): boolean {
  return version.owner === email && version.stage !== 'ready' && isUnderWay(version);
}

/**
 * Whether a lesson waits for its reviewer: it is at that stage, or in review.
 *
 * @param asked The releases whose review they are asked for anyway.
 */
export function waitsForReviewer(version: Version, email: string, asked: ReadonlySet<number>): boolean {
  if (version.reviewer !== email || asked.has(version.release_id) || !isUnderWay(version)) return false;
  return version.stage === 'reviewing' || version.review_status === 'In review';
}

/** What waits for somebody, in the order in which to begin. */
export interface GroupedWork {
  /** Past the due date, the longest first. */
  readonly late: readonly WorkItem[];
  /** Others wait for it, the longest first. */
  readonly waiting: readonly WorkItem[];
  /** Lessons: those with a due date first, the next day first. */
  readonly lessons: readonly WorkItem[];
}

/** @param today The day of the reader, as `2026-12-31` */
export function groupWork(items: readonly WorkItem[], today: string): GroupedWork {
  const isLate = (item: WorkItem) => isOverdue({ ...item, is_closed: false }, today);
  const rest = items.filter((item) => !isLate(item));
  return {
    late: items.filter(isLate).toSorted(byDue),
    waiting: rest.filter(({ since }) => since !== null).toSorted((one, other) => compare(one.since, other.since)),
    lessons: rest.filter(({ since }) => since === null).toSorted(byDue),
  };
}

function byDue(one: WorkItem, other: WorkItem): number {
  return compare(one.due, other.due);
}

/** Dates as text; those without one come last. */
function compare(one: string | null, other: string | null): number {
  const [left, right] = [one ?? '9999', other ?? '9999'];
  return left < right ? -1 : Number(left > right);
}

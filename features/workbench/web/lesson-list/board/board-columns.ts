import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { isUnderWay, STAGES, type Stage } from '#features/planning/planning.policy.ts';

/** A column of the board. */
export interface BoardColumn {
  /** Null: lessons without a stage. */
  readonly stage: Stage | null;
  readonly label: string;
  readonly lessons: readonly LessonRow[];
}

const LABELS: readonly (readonly [Stage | null, string])[] = [[null, 'No stage'], ...(Object.entries(STAGES) as [Stage, string][])];

/** The lessons that somebody works on, by stage. In a column the next due date comes first, otherwise the order of the list. */
export function boardColumns(rows: readonly LessonRow[]): readonly BoardColumn[] {
  const underWay = rows.filter(isUnderWay).toSorted((one, other) => {
    const [left, right] = [one.due ?? '9999', other.due ?? '9999'];
    return left < right ? -1 : Number(left > right);
  });
  return LABELS.map(([stage, label]) => ({ stage, label, lessons: underWay.filter((row) => row.stage === stage) }));
}

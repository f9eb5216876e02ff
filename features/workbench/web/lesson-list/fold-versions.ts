import { createContext } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { LATEST_RANKS } from '#features/releases/main-state.policy.ts';

/** The rows of the list, one for each lesson number. */
export interface FoldedRows {
  readonly rows: readonly LessonRow[];
  /** The other versions of a number, by the id of the row that they are folded into: as the latest is found, those ahead of main, main, and those behind it. */
  readonly others: ReadonlyMap<number, readonly LessonRow[]>;
}

/** Folds the versions of a number into one row: the latest of them. Keeps the order. */
export function foldVersions(rows: readonly LessonRow[]): FoldedRows {
  const versions = Map.groupBy(rows, ({ sequence }) => sequence);
  if (versions.size === rows.length) return { rows, others: new Map() };
  const others = new Map<number, readonly LessonRow[]>();
  for (const each of versions.values()) {
    const [first, ...rest] = each.length === 1 ? each : each.toSorted(latestFirst);
    if (first && rest.length > 0) others.set(first.id, rest);
  }
  const folded = new Set([...others.values()].flatMap((each) => each.map(({ id }) => id)));
  return { rows: rows.filter(({ id }) => !folded.has(id)), others };
}

/** The one with the star, if no filter hides it. */
function latestFirst(one: LessonRow, other: LessonRow): number {
  const byContent = LATEST_RANKS[one.main_state] - LATEST_RANKS[other.main_state];
  return (
    Number(other.is_latest) - Number(one.is_latest) || byContent || other.last_updated.localeCompare(one.last_updated) || other.id - one.id
  );
}

/** The rows with the versions of `opened` numbers unfolded after them. */
export function unfold(shown: readonly LessonRow[], { others }: FoldedRows, opened: ReadonlySet<number>): readonly LessonRow[] {
  if (opened.size === 0 || others.size === 0) return shown;
  return shown.flatMap((row) => [row, ...(opened.has(row.sequence) ? (others.get(row.id) ?? []) : [])]);
}

interface Versions {
  /** By the id of the row that they are folded into. */
  readonly others: FoldedRows['others'];
  /** The numbers whose versions are unfolded. */
  readonly opened: ReadonlySet<number>;
  /** The ids of the rows that were unfolded. */
  readonly unfolded: ReadonlySet<number>;
  readonly toggle: (sequence: number) => void;
}

/** For the rows of the list. */
export const LessonVersions = createContext<Versions>({
  others: new Map(),
  opened: new Set(),
  unfolded: new Set(),
  toggle: () => undefined,
});

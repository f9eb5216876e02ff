import { counted } from '#platform/contract/counted.ts';
import type { DatasetUse } from '../contract/datasets.ts';

/** What is left to do with a dataset so that its newest version reaches lessons. */
interface DatasetStep {
  readonly state: 'open' | 'done';
  readonly text: string;
  /** The lesson where it is done; null: the author chooses one. */
  readonly lessonId: number | null;
}

/** @param uses undefined: not loaded yet */
export function datasetSteps(isArchived: boolean, uses: readonly Pick<DatasetUse, 'id' | 'is_latest'>[] | undefined): DatasetStep[] {
  if (isArchived || uses === undefined) return [];
  if (uses.length === 0) return [{ state: 'open', text: 'Add it to a lesson', lessonId: null }];
  const latest = uses.filter(({ is_latest }) => is_latest);
  const [earlier, ...more] = uses.filter(({ is_latest }) => !is_latest);
  return [
    ...(latest.length > 0
      ? [{ state: 'done' as const, text: `${counted(latest.length, 'lesson')} with the latest version`, lessonId: null }]
      : []),
    ...(earlier
      ? [{ state: 'open' as const, text: `Update ${counted(more.length + 1, 'lesson')} with an earlier version`, lessonId: earlier.id }]
      : []),
  ];
}

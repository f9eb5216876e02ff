import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { environmentHashOf, requestOf } from '#features/environments/server/index.ts';
import type { LessonReport } from '../rules/check-lesson.ts';

/** What is stored of one content: the report of the rules, and what the server compares with its own state. */
export interface StoredReport extends LessonReport {
  /** What the lesson would install; null: nothing. */
  readonly packages: { readonly environment_hash: string; readonly is_locked: boolean } | null;
  readonly datasets: LessonContent['datasets'];
}

/** The report of the rules, with what the server compares. */
export function storedReport({ fields, packages, packages_lock, datasets }: LessonContent, report: LessonReport): StoredReport {
  const request = requestOf({ fields, attached: { packages, packages_lock } });
  return {
    ...report,
    packages: request && { environment_hash: environmentHashOf(request), is_locked: packages_lock !== null },
    datasets,
  };
}

import { checkDocuments, type LessonReport } from '#content/preflight/check-lesson.ts';
import type { LessonDocuments } from '#content/preflight/lesson-documents.ts';
import type { UnknownWords } from '#content/preflight/spelling.ts';
import type { LessonContent } from '#content/lesson-content.ts';
import { environmentHashOf, requestOf } from '#server/lessons/index.ts';

/** What is stored of one content: the report of the rules, and what the server compares with its own state. */
export interface StoredReport extends LessonReport {
  /** What the lesson would install; null: nothing. */
  readonly packages: { readonly environment_hash: string; readonly is_locked: boolean } | null;
  readonly datasets: LessonContent['datasets'];
}

/** Looks at one lesson. It takes a few milliseconds for each screen. */
export function reportOf(documents: LessonDocuments, unknown: UnknownWords): StoredReport {
  const { lesson } = documents;
  const { fields, packages, packages_lock, datasets } = lesson;
  const request = requestOf({ fields, attached: { packages, packages_lock } });
  return {
    ...checkDocuments(documents, unknown),
    packages: request && { environment_hash: environmentHashOf(request), is_locked: packages_lock !== null },
    datasets,
  };
}

import { ApiError } from '#contract/client.ts';
import type { LessonRow } from '#contract/lessons.ts';

/**
 * The lesson that stands in the way of a new one or a clone: product §3, one's own drafts release has the number
 * already, or else the main release. Null for other failures, and where the list does not know it.
 */
export function findExisting(error: unknown, sequence: number | undefined, rows: readonly LessonRow[]): LessonRow | null {
  if (!(error instanceof ApiError) || error.code !== 'already_exists') return null;
  const versions = rows.filter((row) => row.sequence === sequence);
  return versions.find((row) => row.is_own_drafts) ?? versions.find((row) => row.is_main) ?? null;
}

import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { ApiError } from '#platform/contract/client.ts';

/**
 * The lesson because of which a new one or a clone was refused: the one with this number in the user's drafts release, or else in the
 * main release. Null for other failures, and where the list does not contain it.
 */
export function findExisting(error: unknown, sequence: number | undefined, rows: readonly LessonRow[]): LessonRow | null {
  if (!(error instanceof ApiError) || error.code !== 'already_exists') return null;
  const versions = rows.filter((row) => row.sequence === sequence);
  return versions.find((row) => row.is_own_drafts) ?? versions.find((row) => row.is_main) ?? null;
}

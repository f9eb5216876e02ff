import { ZodError } from 'zod';
import type { FolderPlan, MergePlan } from '#features/changes/server/index.ts';
import { AppError, invalid } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SyncConflictDetails } from '../../contract/sync.ts';

/** The subject of a sync: a lesson, a course or a path. */
export type SyncSubject = Partial<Pick<SyncConflictDetails, 'lesson_id' | 'course_id' | 'path_id'>>;

/** The lesson, course or path and its branch conflict, so the user has to choose. */
export function syncConflict(details: SyncConflictDetails): AppError {
  return new AppError(
    'conflict',
    `${details.changed_by ?? 'Someone else'} has changed the same content in Git. Nothing was changed; choose which version to keep.`,
    details,
  );
}

/** The conflicts of one lesson, course or path, as sent to the page. */
export async function conflictDetails(
  { git }: Pick<Platform, 'git'>,
  subject: SyncSubject,
  plan: MergePlan,
  folder: FolderPlan,
): Promise<SyncConflictDetails> {
  const side = (name: 'base' | 'mine' | 'theirs') => Object.fromEntries(folder.conflicts.map((place) => [place.key, place[name] ?? null]));
  return {
    lesson_id: null,
    course_id: null,
    path_id: null,
    ...subject,
    base: side('base'),
    mine: side('mine'),
    theirs: side('theirs'),
    labels: Object.fromEntries(folder.conflicts.map(({ key, label }) => [key, label])),
    commit: plan.theirs,
    changed_by: await git.history.lastAuthorOf(plan.theirs, folder.place),
  };
}

/**
 * Runs `work` with the user's resolutions. @throws AppError `invalid` if they don't give a valid lesson, course or
 * path.
 */
export async function withDecisionErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    throw invalid(error.issues.map(({ path, message }) => ({ path: 'body.resolution.values', message: `${path.join('.')}: ${message}` })));
  }
}

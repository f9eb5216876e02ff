import type { PathSummary } from '#contract/paths.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { listPathRows } from './lists/tables.ts';

export { addPath, requireNotInRelease } from './add-path.ts';
export { listPathsWithCourse } from './lists/tables.ts';
export { getPath } from './path-reply.ts';
export {
  deletePathRow,
  findPathForUpdate,
  listDeletedPaths,
  listReleasePaths,
  markPathDeleted as removePath,
  markReleasePathsDeleted as removePathsOfRelease,
  type DeletedPath,
} from './tables.ts';
export { deleteLooseSteps, deleteStepsOf } from './steps/tables.ts';
export { bringBackPath } from './restore-path.ts';
export { takePath } from './take-path.ts';
export { announcePath, pathContentOf } from './write-path.ts';

/** The paths of every release. */
export async function listPaths(handle: Handle): Promise<PathSummary[]> {
  return listPathRows(handle, 'all');
}

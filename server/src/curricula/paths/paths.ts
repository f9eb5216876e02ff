import type { PathSummary } from '#contract/paths.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { listPathRows } from './list-queries.ts';

/** The paths of every release. */
export async function listPaths(handle: Handle): Promise<PathSummary[]> {
  return listPathRows(handle, 'all');
}

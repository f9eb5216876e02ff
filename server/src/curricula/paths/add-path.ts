import type { Actor } from '#contract/roles.ts';
import type { PathContent } from '#content/course-content.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { alreadyExists } from '#server/platform/errors.ts';
import { holdRelease, type StoredRelease, foldersInBranch, recordRevision } from '#server/releases/index.ts';
import { MESSAGES } from './messages.ts';
import { addStep } from './add-step.ts';
import { placeSteps } from './step-queries.ts';
import { findPathInRelease, insertPath, listReleasePaths } from './queries.ts';

interface NewPath {
  release: Pick<StoredRelease, 'id' | 'name'>;
  folder: string;
  path: PathContent;
  /** Null: read from git, not made by a person here. */
  actor: Actor | null;
}

/**
 * Inserts a path and its steps with their first revisions. Answers its id.
 *
 * @throws AppError `already_exists` when its number or folder is taken; `not_found` when its release is gone meanwhile.
 */
export async function addPath(tx: Tx, { release, folder, path, actor }: NewPath): Promise<number> {
  await holdRelease(tx, release.id);
  const by = actor?.id ?? null;
  const id = await insertPath(tx, { ...path, release_id: release.id, folder, updated_by: by });
  if (id === null) throw alreadyExists(MESSAGES.inRelease({ sequence: path.sequence, name: path.fields.name, release: release.name }));
  await recordRevision(tx, { path_id: id }, { revision: 1, fields: path.fields, message: null, saved_by: by });
  const steps: number[] = [];
  for (const step of path.steps) steps.push(await addStep(tx, release.id, step, actor));
  await placeSteps(tx, id, steps);
  return id;
}

/** The folders that paths of a release, or of main, which its branch holds as well, have. */
export async function takenFolders(handle: Handle, release: StoredRelease): Promise<string[]> {
  return foldersInBranch(handle, release, listReleasePaths);
}

/** A release holds a number once. @throws AppError `already_exists` with a text that names the path. */
export async function requireNotInRelease(handle: Handle, release: StoredRelease, sequence: number): Promise<void> {
  const there = await findPathInRelease(handle, release.id, { sequence });
  if (there) throw alreadyExists(MESSAGES.inRelease({ sequence, name: there.fields.name, release: release.name }));
}

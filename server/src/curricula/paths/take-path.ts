import type { PathContent, StepContent } from '#content/course-content.ts';
import { canonicalJson } from '#content/content-hash.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { type StoredRelease, recordRevision } from '#server/releases/index.ts';
import { addPath } from './add-path.ts';
import { addStep } from './add-step.ts';
import { listStepRows, placeSteps, updateStepRow, type StoredStep } from './step-queries.ts';
import { findPathForUpdate, findPathInRelease, updatePathRow } from './queries.ts';
import { pathContentOf } from './write-path.ts';

/**
 * Makes the rows of a path and its steps agree with its folder: a new path, or a new state of the one that has the folder, which keeps
 * its id and those of its steps. Answers the id; null where the number belongs to another path of the release, and nothing was stored.
 */
export async function takePath(
  tx: Tx,
  { release, folder }: { release: Pick<StoredRelease, 'id' | 'name'>; folder: string },
  path: PathContent,
): Promise<number | null> {
  const there = await findPathInRelease(tx, release.id, { folder });
  const namesake = await findPathInRelease(tx, release.id, { sequence: path.sequence });
  if (namesake && namesake.id !== there?.id) return null;
  const row = there && (await findPathForUpdate(tx, there.id));
  if (!row) return addPath(tx, { release, folder, path, actor: null });
  if (canonicalJson(await pathContentOf(tx, row)) === canonicalJson(path)) return row.id;
  const isRevised = canonicalJson(row.fields) !== canonicalJson(path.fields);
  const revision = row.revision + (isRevised ? 1 : 0);
  await updatePathRow(tx, row.id, { ...path, revision, updated_by: null });
  if (isRevised) await recordRevision(tx, { path_id: row.id }, { revision, fields: path.fields, message: null, saved_by: null });
  const known = new Map((await listStepRows(tx, row.id)).map((step) => [step.uuid, step]));
  const steps: number[] = [];
  for (const step of path.steps) steps.push(await takeStep(tx, release.id, known.get(step.uuid), step));
  await placeSteps(tx, row.id, steps);
  return row.id;
}

async function takeStep(tx: Tx, releaseId: number, row: StoredStep | undefined, step: StepContent): Promise<number> {
  if (!row) return addStep(tx, releaseId, step, null);
  const { uuid, courses, ...fields } = step;
  const isRevised = canonicalJson(row.fields) !== canonicalJson(fields);
  const revision = row.revision + (isRevised ? 1 : 0);
  await updateStepRow(tx, row.id, { uuid, fields, courses, revision, updated_by: null });
  if (isRevised) await recordRevision(tx, { step_id: row.id }, { revision, fields, message: null, saved_by: null });
  return row.id;
}

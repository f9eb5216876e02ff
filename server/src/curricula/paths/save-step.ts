import type { StepFields, Step } from '#contract/paths.ts';
import type { Actor } from '#contract/roles.ts';
import { canonicalJson } from '#content/content-hash.ts';
import type { Platform } from '#server/platform/platform.ts';
import { STEP_FIELDS } from '#content/field-documents.ts';
import { mergeSave, recordRevision } from '#server/releases/index.ts';
import { getStepToEdit, getStoredStep } from './access.ts';
import { toStep } from './path-reply.ts';
import { announcePath, recordStep } from './write-path.ts';
import { updateStepRow } from './step-queries.ts';

type StepSave = { [K in keyof StepFields]?: StepFields[K] | undefined } & { revision?: number | undefined };

/**
 * Saves fields of a step. Those left out stay; a stale save is merged (product §10.1). One that changes nothing makes no revision.
 *
 * @throws AppError `conflict` with both sides; `refused` when its path is read only.
 */
export async function saveStep(platform: Platform, actor: Actor, id: number, { revision: from, ...fields }: StepSave): Promise<Step> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<StepFields>;
  const pathId = await platform.db.transaction().execute(async (tx) => {
    const { step, path } = await getStepToEdit(tx, actor, id);
    const merged = await mergeSave(tx, { step_id: id }, STEP_FIELDS, from, given, step);
    if (canonicalJson(merged) === canonicalJson(step.fields)) return null;
    const revision = step.revision + 1;
    await updateStepRow(tx, id, { ...step, fields: merged, revision, updated_by: actor.id });
    await recordRevision(tx, { step_id: id }, { revision, fields: merged, message: null, saved_by: actor.id });
    await recordStep(tx, platform, actor, path, { action: 'save-step', details: { step: id, revision } });
    return step.path_id;
  });
  if (pathId !== null) announcePath(platform, pathId);
  return toStep(await getStoredStep(platform.db, id));
}

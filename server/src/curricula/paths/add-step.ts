import { randomUUID } from 'node:crypto';
import type { Step } from '#contract/paths.ts';
import type { Actor } from '#contract/roles.ts';
import type { StepContent } from '#content/course-content.ts';
import { emptyStepFields } from '#content/course-files.ts';
import { recordAudit } from '#server/audit/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getRelease, holdRelease, recordRevision } from '#server/releases/index.ts';
import { getStoredStep } from './access.ts';
import { MESSAGES } from './messages.ts';
import { toStep } from './path-reply.ts';
import { insertStep } from './step-queries.ts';

/** Makes a step that no path has yet. @throws AppError `not_found`; `refused` for the main release. */
export async function createStep(
  platform: Platform,
  actor: Actor,
  { name, release_id }: { name: string; release_id: number },
): Promise<Step> {
  const id = await platform.db.transaction().execute(async (tx) => {
    const release = await getRelease(tx, release_id);
    if (release.is_main) throw refused(MESSAGES.mainRelease);
    await holdRelease(tx, release_id);
    const made = await addStep(tx, release_id, { uuid: randomUUID(), ...emptyStepFields(name), courses: [] }, actor);
    await recordAudit(tx, { actor, action: 'step.create', subject: `step:${made}` });
    return made;
  });
  return toStep(await getStoredStep(platform.db, id));
}

/** Inserts a step that is in no path yet, with its first revision. Answers its id. */
export async function addStep(tx: Tx, releaseId: number, { uuid, courses, ...fields }: StepContent, actor: Actor | null): Promise<number> {
  const by = actor?.id ?? null;
  const id = await insertStep(tx, { uuid, fields, courses, release_id: releaseId, updated_by: by });
  await recordRevision(tx, { step_id: id }, { revision: 1, fields, message: null, saved_by: by });
  return id;
}

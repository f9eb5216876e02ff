import { recordAudit } from '#features/audit/server/index.ts';
import { MESSAGES } from '#features/branches/server/index.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { mayAllowModel } from '#features/releases/releases.policy.ts';
import { findRelease, getRelease, renameRelease, setReleaseSettings, type ReleaseSettings } from '#features/releases/server/index.ts';
import { copyLessons, withReleaseEvents } from '#features/sync/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError, forbidden, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { releaseView } from './list-releases.ts';

export interface ReleaseUpdate {
  name?: string | undefined;
  preflight_required?: boolean | undefined;
  model_allowed?: boolean | undefined;
  lessons_list?: readonly number[] | undefined;
  from_release?: number | undefined;
  move: boolean;
  operation_id?: string | undefined;
}

/**
 * Renames a release, says whether preflight must pass and whether the language model is allowed, and copies or moves lessons into it from another one. All checks run before anything is changed.
 *
 * @throws AppError `not_found` for either release; `refused`; `forbidden` for the language model
 */
export async function updateRelease(
  platform: Platform,
  actor: Actor,
  id: number,
  { name, preflight_required, model_allowed, lessons_list: numbers = [], from_release, move, operation_id }: ReleaseUpdate,
): Promise<Release & { invalidLessons: Record<string, string>; leftLessons: number[] }> {
  const target = await getRelease(platform.db, id);
  if (name !== undefined && name !== target.name && target.is_main) throw refused(MESSAGES.mainName);
  if (preflight_required === true && target.is_main) throw refused(MESSAGES.mainPreflight);
  if (model_allowed !== undefined && model_allowed !== target.model_allowed && !mayAllowModel(actor)) throw forbidden(MESSAGES.modelByLead);
  const source = from_release === undefined ? undefined : await findRelease(platform.db, from_release);
  if ((from_release !== undefined || numbers.length > 0) && !source) throw new AppError('not_found', MESSAGES.noSource);
  const stopped = move ? MESSAGES.stopped.move : MESSAGES.stopped.copy;
  return platform.operations.run({ id: operation_id, actor, stopped }, async (operation) => {
    const { invalid, left } = await withReleaseEvents(platform, id, async () => {
      const outcome =
        source && numbers.length > 0
          ? await copyLessons(platform, actor, { source, target, numbers, move }, operation)
          : { invalid: {}, left: [] };
      if (name !== undefined && name !== target.name) await rename(platform, actor, target, name);
      if (preflight_required !== undefined && preflight_required !== target.preflight_required)
        await setAndRecord(platform, actor, id, { action: 'release.require-preflight', settings: { preflight_required } });
      if (model_allowed !== undefined && model_allowed !== target.model_allowed)
        await setAndRecord(platform, actor, id, { action: 'release.allow-model', settings: { model_allowed } });
      return outcome;
    });
    if (source && move) platform.live.publish('releases:all', { type: 'release-changed', release_id: source.id });
    return { ...(await releaseView(platform, id)), invalidLessons: invalid, leftLessons: left };
  });
}

async function rename(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  { id, name: before }: { readonly id: number; readonly name: string },
  name: string,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await renameRelease(tx, id, name);
    await recordAudit(tx, { actor, action: 'release.rename', subject: `release:${id}`, details: { name, before } });
  });
}

interface Change {
  readonly action: 'release.require-preflight' | 'release.allow-model';
  readonly settings: Partial<ReleaseSettings>;
}

async function setAndRecord(platform: Pick<Platform, 'db'>, actor: Actor, id: number, { action, settings }: Change): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await setReleaseSettings(tx, id, settings);
    await recordAudit(tx, { actor, action, subject: `release:${id}`, details: { ...settings } });
  });
}

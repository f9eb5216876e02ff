import type { PathFields, Path } from '#contract/paths.ts';
import type { Actor } from '#contract/roles.ts';
import { canonicalJson } from '#content/content-hash.ts';
import type { Platform } from '#server/platform/platform.ts';
import { PATH_FIELDS } from '#content/field-documents.ts';
import { mergeSave, recordRevision } from '#server/releases/index.ts';
import { getPathToEdit } from './access.ts';
import { getPath } from './path-reply.ts';
import { updatePathRow } from './queries.ts';
import { announcePath, recordPath } from './write-path.ts';

type PathSave = { [K in keyof PathFields]?: PathFields[K] | undefined } & {
  revision?: number | undefined;
  save_message?: string | undefined;
};

/**
 * Saves fields of a path. Those left out stay; a stale save is merged (product §10.1). One that changes nothing makes no revision.
 *
 * @throws AppError `conflict` with both sides; `refused` when the path is read only.
 */
export async function savePath(
  platform: Platform,
  actor: Actor,
  id: number,
  { revision: from, save_message, ...fields }: PathSave,
): Promise<Path> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<PathFields>;
  const message = save_message || null;
  const isSaved = await platform.db.transaction().execute(async (tx) => {
    const path = await getPathToEdit(tx, actor, id);
    const merged = await mergeSave(tx, { path_id: id }, PATH_FIELDS, from, given, path);
    if (canonicalJson(merged) === canonicalJson(path.fields)) return false;
    const next = { ...path, fields: merged, revision: path.revision + 1, updated_by: actor.id };
    await updatePathRow(tx, id, next);
    await recordRevision(tx, { path_id: id }, { revision: next.revision, fields: merged, message, saved_by: actor.id });
    await recordPath(tx, platform, actor, next, { message, action: 'save', details: { revision: next.revision } });
    return true;
  });
  if (isSaved) announcePath(platform, id);
  return getPath(platform.db, id);
}

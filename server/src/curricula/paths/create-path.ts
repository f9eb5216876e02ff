import { randomUUID } from 'node:crypto';
import type { Path } from '#contract/paths.ts';
import type { Actor } from '#contract/roles.ts';
import type { PathContent } from '#content/course-content.ts';
import { emptyPathFields } from '#content/course-files.ts';
import { pathFolder, uniqueName } from '#content/folder-name.ts';
import { recordAudit } from '#server/audit/index.ts';
import { recordChange, ensureDraftsRelease, findMainRelease, getRelease, type StoredRelease } from '#server/releases/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { alreadyExists, refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { MESSAGES } from './messages.ts';
import { getPath } from './path-reply.ts';
import { findPathInRelease } from './queries.ts';
import { announcePath, pathSummary } from './write-path.ts';
import { addPath, requireNotInRelease, takenFolders } from './add-path.ts';

/**
 * Makes a path, in the author's drafts release unless another one is named.
 *
 * @throws AppError `already_exists` with a text that names the path; `refused` for the main release.
 */
export async function createPath(
  platform: Platform,
  actor: Actor,
  { sequence, name, release_id }: { sequence: number; name: string; release_id?: number | null | undefined },
): Promise<Path> {
  const release = release_id ? await getRelease(platform.db, release_id) : await ensureDraftsRelease(platform, actor);
  if (release.is_main) throw refused(MESSAGES.mainRelease);
  const path: PathContent = { uuid: randomUUID(), sequence, fields: emptyPathFields(name), steps: [] };
  const id = await platform.db.transaction().execute(async (tx) => {
    await requireFreeNumber(tx, release, sequence);
    const folder = uniqueName(pathFolder(sequence, name), await takenFolders(tx, release));
    const made = await addPath(tx, { release, folder, path, actor });
    await recordChange(tx, platform, {
      release_id: release.id,
      path_id: made,
      actor,
      message: null,
      summary: pathSummary('Create', path),
      content: { kind: 'path', folder, path },
    });
    await recordAudit(tx, { actor, action: 'path.create', subject: `path:${made}`, details: { sequence } });
    return made;
  });
  announcePath(platform, id);
  return getPath(platform.db, id);
}

/** A new path also needs a number that main does not have: a release's branch holds main's paths as well. */
async function requireFreeNumber(tx: Tx, release: StoredRelease, sequence: number): Promise<void> {
  await requireNotInRelease(tx, release, sequence);
  const main = await findMainRelease(tx);
  const published = main && (await findPathInRelease(tx, main.id, { sequence }));
  if (published) throw alreadyExists(MESSAGES.inMain({ sequence, name: published.fields.name }));
}

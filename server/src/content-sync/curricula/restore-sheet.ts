import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/index.ts';
import { commitStatusOf, recordChange, findRelease } from '#server/releases/index.ts';
import type { Platform } from '#server/platform/platform.ts';
import { keptSince } from '#server/content-sync/trash/kept-since.ts';
import type { SheetKind } from '#server/curricula/index.ts';

/**
 * Brings a deleted course or path back to its release, and to its branch with what the product does not know of.
 *
 * @throws AppError `not_found`; `refused` when its release is gone; `already_exists` when its number was taken meanwhile.
 */
export async function restoreSheet(platform: Platform, actor: Actor, kind: SheetKind, id: number): Promise<void> {
  const deletion = await commitStatusOf(platform.db, kind.word === 'course' ? { course_id: id } : { path_id: id });
  const gone = deletion?.commit_sha;
  const before = gone && (await platform.git.hasCommit(gone)) ? (await platform.git.history.parentsOf(gone))[0] : undefined;
  await platform.db.transaction().execute(async (tx) => {
    await kind.bringBack(tx, actor, id, keptSince(new Date()));
    const { release_id, sequence, name, folder, whole } = await kind.get(tx, id);
    // While its deletion is only saved, the release stands for a commit before it.
    const commit_sha = before ?? (await findRelease(tx, release_id))?.commit_sha;
    await recordChange(tx, platform, {
      release_id,
      [`${kind.word}_id` as const]: id,
      actor,
      message: null,
      summary: `Restore ${kind.word} ${sequence}${name === '' ? '' : `: ${name}`}`,
      content: { ...whole, folder, ...(commit_sha ? { copied_from: { commit_sha, folder } } : {}) },
    });
    await recordAudit(tx, { actor, action: `${kind.word}.restore`, subject: `${kind.word}:${id}`, details: { sequence } });
  });
  kind.announce(platform, id);
}

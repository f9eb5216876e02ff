import type { Actor } from '#contract/roles.ts';
import { uniqueName } from '#content/folder-name.ts';
import { recordAudit } from '#server/audit/index.ts';
import { recordChange, findMainRelease, getRelease, type StoredRelease } from '#server/releases/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { SheetKind, StoredSheet } from '#server/curricula/index.ts';
import { MESSAGES } from './messages.ts';

/**
 * Copies a course or a path into another release. It stays the same one by uuid: a version of its own there. What its numbers stand
 * for is not copied: that is what the other release has, or main. Answers the copy's id.
 *
 * @throws AppError `not_found`; `already_exists` with a text that names it; `refused` for the main release.
 */
export async function copySheet(platform: Platform, actor: Actor, kind: SheetKind, id: number, releaseId: number): Promise<number> {
  const copy = await platform.db.transaction().execute(async (tx) => {
    const sheet = await kind.get(tx, id);
    const { sequence, name } = sheet;
    const target = await getRelease(tx, releaseId);
    if (target.is_main) throw refused(MESSAGES.mainTakes(kind.word));
    await kind.requireNotInRelease(tx, target, sequence);
    const source = await getRelease(tx, sheet.release_id);
    const folder = await folderInTarget(tx, kind, sheet, target);
    const made = await sheet.add(tx, { release: target, folder, actor });
    await recordChange(tx, platform, {
      release_id: target.id,
      [`${kind.word}_id` as const]: made,
      actor,
      message: null,
      summary: `Copy ${kind.word} ${sequence} from ${source.name}${name === '' ? '' : `: ${name}`}`,
      content: {
        ...sheet.whole,
        folder,
        // Files that the product does not know of come along from where it was committed.
        ...(source.commit_sha ? { copied_from: { commit_sha: source.commit_sha, folder: sheet.folder } } : {}),
      },
    });
    const details = { from: source.id, to: target.id, sequence };
    await recordAudit(tx, { actor, action: `${kind.word}.copy`, subject: `${kind.word}:${made}`, details });
    return made;
  });
  kind.announce(platform, copy);
  return copy;
}

/** Where main has it, so that the copy takes that one's place in the branch; else its own folder, if that is free. */
async function folderInTarget(tx: Tx, kind: SheetKind, { sequence, folder, name }: StoredSheet, target: StoredRelease): Promise<string> {
  const main = await findMainRelease(tx);
  const inMain = main ? await kind.list(tx, main.id) : [];
  const published = inMain.find((sheet) => sheet.sequence === sequence);
  if (published) return published.folder;
  const taken = [...inMain, ...(await kind.list(tx, target.id))].map((sheet) => sheet.folder);
  return taken.includes(folder) ? uniqueName(kind.folderName(sequence, name), taken) : folder;
}

import type { Platform } from '#server/platform/platform.ts';
import type { StoredRelease } from '#server/releases/index.ts';
import { SHEET_KINDS, type SheetKind } from '#server/curricula/index.ts';
import { MESSAGES } from './messages.ts';
import { readSheets } from './sheet-folders.ts';

/**
 * Makes rows of all courses and paths of a commit, whole: they are small. Answers why others were refused, by place in the branch
 * or by what people call them.
 */
export async function importAllSheets(
  platform: Pick<Platform, 'db' | 'git' | 'log' | 'jobs' | 'live'>,
  release: Pick<StoredRelease, 'id' | 'name'>,
  commit: string,
  isWanted: (kind: SheetKind, folder: string) => boolean = () => true,
): Promise<Record<string, string>> {
  const refused: Record<string, string> = {};
  for (const kind of SHEET_KINDS) {
    const { found, invalid } = await readSheets(platform, kind, commit);
    for (const [what, why] of Object.entries(invalid)) refused[/^\d+$/.test(what) ? `${kind.word} ${what}` : `${kind.root}/${what}`] = why;
    const wanted = [...found.values()].filter(({ folder }) => isWanted(kind, folder));
    await platform.db.transaction().execute(async (tx) => {
      for (const { folder, sheet } of wanted) {
        if ((await sheet.store(tx, { release, folder })) === null)
          refused[`${kind.word} ${sheet.sequence}`] = MESSAGES.numberTaken(kind.word, sheet.sequence);
      }
    });
    if (wanted.length > 0) kind.announce(platform, null);
  }
  return refused;
}

import { publishCurriculumChanged, CURRICULUM_KINDS, type CurriculumKind, upsertCurriculum } from '#features/curricula/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';
import { readAllFolders } from './read-curricula.ts';

/**
 * Adds rows of all courses and paths of a commit; they are small. Returns why others were refused, by their place in the branch, or by
 * kind and number.
 */
export async function importAllCurricula(
  platform: Pick<Platform, 'db' | 'git' | 'log' | 'jobs' | 'live'>,
  release: Pick<StoredRelease, 'id' | 'name'>,
  commit: string,
  isWanted: (kind: CurriculumKind, folder: string) => boolean = () => true,
): Promise<Record<string, string>> {
  const refused: Record<string, string> = {};
  for (const kind of CURRICULUM_KINDS) {
    const { found, invalid } = await readAllFolders(platform, kind, commit);
    for (const [what, why] of Object.entries(invalid)) refused[/^\d+$/.test(what) ? `${kind.name} ${what}` : `${kind.root}/${what}`] = why;
    const wanted = [...found.values()].filter(({ folder }) => isWanted(kind, folder));
    await platform.db.transaction().execute(async (tx) => {
      for (const { folder, content } of wanted) {
        if ((await upsertCurriculum(tx, kind, { release, folder }, content)) === null)
          refused[`${kind.name} ${content.sequence}`] = MESSAGES.numberTaken(kind, content.sequence);
      }
    });
    if (wanted.length > 0) publishCurriculumChanged(platform, kind, null);
  }
  return refused;
}

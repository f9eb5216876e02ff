import type { Platform } from '#platform/server/platform.ts';
import type { LessonSkills } from '../contract.ts';
import { listReported } from './library-report.ts';
import { countSkills, listNamedSkills } from './skill-queries.ts';

/** The skills of every lesson of the library report; lessons without any are left out. */
export async function getLibrarySkills({ db }: Pick<Platform, 'db'>): Promise<LessonSkills[]> {
  const ids = (await listReported({ db })).flatMap(({ lessons }) => lessons.map(({ id }) => id));
  const assessed = Map.groupBy(await countSkills(db, ids), ({ lesson_id }) => lesson_id);
  const named = await listNamedSkills(db, ids);
  return ids
    .map((lesson_id) => ({
      lesson_id,
      assessed: (assessed.get(lesson_id) ?? []).map(({ name, screens, questions }) => ({ name, screens, questions })),
      named: named.get(lesson_id) ?? [],
    }))
    .filter((skills) => skills.assessed.length + skills.named.length > 0);
}

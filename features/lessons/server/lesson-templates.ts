import { sql } from 'kysely';
import { recordAudit } from '#features/audit/server/index.ts';
import { getLessonFor } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { LessonTemplate } from '../contract/lesson-templates.ts';

/** The templates of the team, by number. Lessons that are in the trash in all their versions are left out. */
export async function listLessonTemplates(handle: Handle): Promise<LessonTemplate[]> {
  const { rows } = await sql<LessonTemplate>`
    select distinct on (l.uuid) l.id, l.uuid, l.sequence, l.title
    from lesson_templates t join lessons l on l.uuid = t.lesson_uuid join releases r on r.id = l.release_id
    where l.deleted_at is null
    order by l.uuid, r.is_main desc, l.updated_at desc, l.id desc`.execute(handle);
  return rows.toSorted((one, other) => one.sequence - other.sequence);
}

/** Makes a lesson a template, or no longer. @throws AppError `not_found` */
export async function setLessonTemplate(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  id: number,
  isTemplate: boolean,
): Promise<LessonTemplate[]> {
  return db.transaction().execute(async (tx) => {
    const { uuid } = await getLessonFor(tx, actor, id);
    if (isTemplate)
      await tx
        .insertInto('lesson_templates')
        .values({ lesson_uuid: uuid, marked_by: actor.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    else await tx.deleteFrom('lesson_templates').where('lesson_uuid', '=', uuid).execute();
    await recordAudit(tx, { actor, action: 'lesson.template', subject: `lesson:${id}`, details: { is_template: isTemplate } });
    return listLessonTemplates(tx);
  });
}

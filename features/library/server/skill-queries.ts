import { sql } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';

/** How much of a lesson assesses a skill. */
interface SkillCount {
  readonly lesson_id: number;
  readonly name: string;
  readonly screens: number;
  /** Those that name the skill, as a whole or in an option. */
  readonly questions: number;
}

/** The skills that the screens of these lessons assess, by name. */
export async function countSkills(handle: Handle, lessonIds: readonly number[]): Promise<SkillCount[]> {
  const { rows } = await sql<SkillCount>`
    select s.lesson_id, skill.value ->> 'name' as name, count(*)::int as screens, sum((
      select count(*) from jsonb_array_elements(s.attached -> 'questions') as question (value)
      where question.value ->> 'skill_uuid' = skill.value ->> 'uuid'
        or question.value -> 'options' @> jsonb_build_array(jsonb_build_object('skill_uuid', skill.value ->> 'uuid'))
    ))::int as questions
    from screens s cross join lateral jsonb_array_elements(s.attached -> 'skills') as skill (value)
    where s.deleted_at is null and s.lesson_id = any(${[...lessonIds]}::integer[])
    group by s.lesson_id, skill.value ->> 'name'
    order by s.lesson_id, name`.execute(handle);
  return rows;
}

/** The skills that these lessons practice or require, in their order: topics of practice problems, requirements of projects. */
export async function listNamedSkills(handle: Handle, lessonIds: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; names: string[] }>`
    select id, coalesce(fields -> 'skill_topics', '[]') || coalesce(fields -> 'skill_requirements', '[]') as names
    from lessons where id = any(${[...lessonIds]}::integer[])
      and (fields -> 'skill_topics' <> '[]'::jsonb or fields -> 'skill_requirements' <> '[]'::jsonb)`.execute(handle);
  return new Map(rows.map(({ id, names }) => [id, names]));
}

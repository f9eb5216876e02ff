import type { LessonFields } from '#features/lessons/contract/lessons.ts';

/** The database of a lesson about queries. */
export function engineOf(lesson: Pick<LessonFields, 'enabled_features'>): 'postgres' | 'sqlite' {
  return lesson.enabled_features.includes('Postgres') ? 'postgres' : 'sqlite';
}

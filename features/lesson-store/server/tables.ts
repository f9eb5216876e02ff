import type { LessonFields, LessonType } from '#features/lessons/contract/lessons.ts';
import type { Language } from '#platform/contract/languages.ts';
import type { Table } from '#platform/server/database/tables.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    lessons: Table<'lessons', { type: LessonType; language: Language; fields: LessonFields }>;
    lesson_visits: Table<'lesson_visits'>;
    /** The hash of everything that a lesson of main has or had. Written by triggers. */
    published_states: Table<'published_states'>;
  }
}

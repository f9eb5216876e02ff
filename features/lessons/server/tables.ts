import type { Table } from '#platform/server/database/tables.ts';
import type { Language, LessonFields, LessonType } from '../contract/lessons.ts';
import type { ScreenFields, ScreenType } from '#features/screens/contract/screens.ts';
import type { TriedAnswers, VersionChange } from '#features/packages/contract.ts';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    lessons: Table<'lessons', { type: LessonType; language: Language; fields: LessonFields }>;
    screens: Table<'screens', { type: ScreenType; fields: ScreenFields }>;
    lesson_files: Table<'lesson_files', { kind: 'data' | 'image'; earlier_hashes: string[] }>;
    lesson_visits: Table<'lesson_visits'>;
    /** The hash of everything that a lesson of main has or had. Written by triggers. */
    published_states: Table<'published_states'>;
    builds: Table<
      'builds',
      {
        request: EnvironmentRequest;
        state: 'in_progress' | 'built' | 'failed';
        installed: { name: string; version: string }[];
        changed: VersionChange[];
        answers: TriedAnswers;
      }
    >;
  }
}

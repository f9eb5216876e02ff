import type { Table } from '#platform/server/database/tables.ts';
import type { CourseFields } from '../contract/courses.ts';
import type { PathFields, StepFields } from '../contract/paths.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    courses: Table<'courses', { fields: CourseFields; lessons: number[] }>;
    paths: Table<'paths', { fields: PathFields }>;
    steps: Table<'steps', { fields: StepFields; courses: number[] }>;
  }
}

import type { Generated, GeneratedAlways } from 'kysely';
import type { CourseFields } from '../contract/courses.ts';
import type { PathFields, StepFields } from '../contract/paths.ts';
import type { Json, JsonWithDefault } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    courses: CourseTable;
    paths: PathTable;
    steps: StepTable;
  }
}

interface CourseTable {
  id: GeneratedAlways<number>;
  uuid: string;
  release_id: number;
  sequence: number;
  folder: string;
  name: string;
  fields: Json<CourseFields>;
  lessons: JsonWithDefault<number[]>;
  revision: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

interface PathTable {
  id: GeneratedAlways<number>;
  uuid: string;
  release_id: number;
  sequence: number;
  folder: string;
  name: string;
  fields: Json<PathFields>;
  revision: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

interface StepTable {
  id: GeneratedAlways<number>;
  uuid: string;
  release_id: number;
  path_id: number | null;
  sequence: number | null;
  fields: Json<StepFields>;
  courses: JsonWithDefault<number[]>;
  revision: Generated<number>;
  updated_by: number | null;
  updated_at: Generated<Date>;
}

import type { Generated, GeneratedAlways } from 'kysely';
import type { CourseFields } from '#features/curricula/contract/courses.ts';
import type { PathFields, StepFields } from '#features/curricula/contract/paths.ts';
import type { Json, JsonWithDefault } from '../column-types.ts';

// Courses, paths and their steps.

export interface CourseTable {
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

export interface PathTable {
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

export interface StepTable {
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

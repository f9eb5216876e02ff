import type { Generated, GeneratedAlways } from 'kysely';
import type { Language, LessonFields, LessonType } from '../contract/lessons.ts';
import type { ScreenFields, ScreenType } from '../contract/screens.ts';
import type { Document, Json, JsonWithDefault, JsonOrNull } from '#platform/server/database/column-types.ts';
import type { TriedAnswers, VersionChange } from '#features/packages/contract.ts';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    lessons: LessonTable;
    screens: ScreenTable;
    lesson_files: LessonFileTable;
    lesson_visits: LessonVisitTable;
    published_states: PublishedStateTable;
    builds: BuildTable;
  }
}

interface LessonTable {
  id: GeneratedAlways<number>;
  uuid: string;
  release_id: number;
  sequence: number;
  folder: string;
  title: string;
  type: LessonType;
  author: string;
  language: Language | null;
  fields: Json<LessonFields>;
  attached: JsonWithDefault<Document>;
  content_hash: string;
  base_hash: string | null;
  screens_hash: string;
  files_hash: Generated<string>;
  review_status: string | null;
  is_shallow_import: Generated<boolean>;
  revision: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

interface ScreenTable {
  id: GeneratedAlways<number>;
  uuid: string;
  lesson_id: number;
  folder: string;
  sequence: number;
  title: string;
  type: ScreenType;
  fields: Json<ScreenFields>;
  attached: JsonWithDefault<Document>;
  content_hash: string;
  revision: Generated<number>;
  updated_by: number | null;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

interface LessonFileTable {
  id: GeneratedAlways<number>;
  lesson_id: number;
  kind: 'data' | 'image';
  file_name: string;
  sha256: string;
  size: number;
  settings: JsonWithDefault<Document>;
  earlier_hashes: JsonWithDefault<string[]>;
}

interface LessonVisitTable {
  user_id: number;
  lesson_id: number;
  version_id: number;
  visited_at: Generated<Date>;
}

/** The hash of everything that a lesson of main has or had. Written by triggers. */
interface PublishedStateTable {
  content_hash: string;
  written_in: Generated<string>;
}

interface BuildTable {
  id: GeneratedAlways<number>;
  lesson_id: number;
  user_id: number | null;
  environment_hash: string;
  request: JsonOrNull<EnvironmentRequest>;
  state: Generated<'in_progress' | 'built' | 'failed'>;
  log: Generated<string>;
  error: string | null;
  lock: string | null;
  installed: JsonWithDefault<{ name: string; version: string }[]>;
  changed: JsonWithDefault<VersionChange[]>;
  answers: JsonOrNull<TriedAnswers>;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

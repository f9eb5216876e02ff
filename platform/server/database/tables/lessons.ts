import type { Generated, GeneratedAlways } from 'kysely';
import type { CommentTag, Quote } from '#features/comments/contract.ts';
import type { Language, LessonFields, LessonType } from '#features/lessons/contract/lessons.ts';
import type { ScreenFields, ScreenType } from '#features/lessons/contract/screens.ts';
import type { Document, Json, JsonOrNull, JsonWithDefault } from '../column-types.ts';

// Lessons with everything they contain and their comments.

export interface LessonTable {
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

export interface ScreenTable {
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

/** Exactly one of `lesson_id` and `screen_id` is set. */
export interface RevisionTable {
  id: GeneratedAlways<number>;
  lesson_id: number | null;
  screen_id: number | null;
  course_id: number | null;
  path_id: number | null;
  step_id: number | null;
  revision: number;
  /** LessonFields, ScreenFields …, depending on the revision's kind. */
  fields: Json<Document>;
  message: string | null;
  saved_by: number | null;
  saved_at: Generated<Date>;
}

export interface LessonFileTable {
  id: GeneratedAlways<number>;
  lesson_id: number;
  kind: 'data' | 'image';
  file_name: string;
  sha256: string;
  size: number;
  settings: JsonWithDefault<Document>;
  earlier_hashes: JsonWithDefault<string[]>;
}

export interface ScreenItemTable {
  id: GeneratedAlways<number>;
  screen_id: number;
  kind: 'question' | 'skill';
  uuid: string;
}

/** `screen_id` is set for questions; `sha256` and `size` for files. */
export interface VersionDocumentTable {
  hash: Buffer;
  document: Json<unknown>;
}

/** Written by triggers (platform/server/migrations/0035-history.sql). */
export interface VersionTable {
  id: GeneratedAlways<number>;
  save_id: string;
  lesson_id: number | null;
  course_id: number | null;
  path_id: number | null;
  part: string;
  title: string;
  is_deleted: boolean;
  fields_hash: Buffer;
  attached_hash: Buffer | null;
  order_hash: Buffer | null;
  folder: string | null;
  sha256: string | null;
  size: number | null;
  cause: string;
  saved_by: number | null;
  saved_at: Generated<Date>;
  change_id: number | null;
  commit_sha: string | null;
  git_author: string | null;
  restored_from: number | null;
}

export interface LessonVisitTable {
  user_id: number;
  lesson_id: number;
  version_id: number;
  visited_at: Generated<Date>;
}

export interface DeletedItemTable {
  id: GeneratedAlways<number>;
  kind: 'question' | 'data' | 'image';
  lesson_id: number;
  screen_id: number | null;
  name: string;
  content: Json<Document>;
  sha256: string | null;
  size: number | null;
  deleted_by: number | null;
  deleted_at: Generated<Date>;
}

export interface CommentTable {
  id: GeneratedAlways<number>;
  screen_id: number;
  user_id: number;
  comment: string;
  tags: JsonWithDefault<CommentTag[]>;
  mandatory: Generated<boolean>;
  quote: JsonOrNull<Quote>;
  created_at: Generated<Date>;
  completed_at: Date | null;
  completed_by: number | null;
  approved_at: Date | null;
  archived_at: Date | null;
}

export interface CommentMessageTable {
  id: GeneratedAlways<number>;
  comment_id: number;
  user_id: number;
  message: string;
  created_at: Generated<Date>;
}

/** The hash of everything that a lesson of main has or had. Written by triggers. */
export interface PublishedStateTable {
  content_hash: string;
  written_in: Generated<string>;
}

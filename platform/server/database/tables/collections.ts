import type { Generated, GeneratedAlways } from 'kysely';
import type { CodeUse } from '#features/imports/contract/import-file.ts';
import type { Json, JsonOrNull } from '../column-types.ts';

// Collections that were imported, with what was imported: the base of the next merge.

/** A file of a folder in git: its text, or the hash of its bytes. */
export type StoredFolder = Readonly<Record<string, { readonly text: string } | { readonly sha256: string }>>;

export interface CollectionTable {
  id: GeneratedAlways<number>;
  title: string;
  git_url: string | null;
  git_branch: string;
  git_commit: string | null;
  code: CodeUse;
  earlier_code: boolean;
  course_folder: string;
  course: Json<StoredFolder>;
  release_id: number;
  imported_by: number | null;
  imported_at: Generated<Date>;
}

export interface CollectionDocumentTable {
  id: GeneratedAlways<number>;
  collection_id: number;
  path: string;
  folder: string;
  lesson: Json<StoredFolder>;
  conflict_base: JsonOrNull<StoredFolder>;
}

import type { Generated, GeneratedAlways } from 'kysely';
import type { CodeUse } from '../contract/import-file.ts';
import type { Json, JsonOrNull } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    collections: CollectionTable;
    collection_documents: CollectionDocumentTable;
  }
}

/** A file of a folder in git: its text, or the hash of its bytes. */
export type StoredFolder = Readonly<Record<string, { readonly text: string } | { readonly sha256: string }>>;

interface CollectionTable {
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

interface CollectionDocumentTable {
  id: GeneratedAlways<number>;
  collection_id: number;
  path: string;
  folder: string;
  lesson: Json<StoredFolder>;
  conflict_base: JsonOrNull<StoredFolder>;
}

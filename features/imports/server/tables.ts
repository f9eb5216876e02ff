import type { Table } from '#platform/server/database/tables.ts';
import type { CodeUse } from '../contract/import-file.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    collections: Table<'collections', { code: CodeUse; course: StoredFolder }>;
    collection_documents: Table<'collection_documents', { lesson: StoredFolder; conflict_base: StoredFolder }>;
  }
}

/** A file of a folder in git: its text, or the hash of its bytes. */
export type StoredFolder = Readonly<Record<string, { readonly text: string } | { readonly sha256: string }>>;

import type { Table } from '#platform/server/database/tables.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Exactly one of the five ids is set, and `fields` are LessonFields, ScreenFields … accordingly. */
    revisions: Table<'revisions'>;
    version_documents: Table<'version_documents', { document: unknown }>;
    /** Written by triggers (platform/server/migrations/0035-history.sql). */
    versions: Table<'versions'>;
    /** `screen_id` is set for questions; `sha256` and `size` for files. */
    deleted_items: Table<'deleted_items', { kind: 'question' | 'data' | 'image' }>;
  }
}

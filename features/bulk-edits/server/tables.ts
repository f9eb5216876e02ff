import type { Generated, GeneratedAlways } from 'kysely';
import type { BulkEditKind } from '../contract.ts';
import type { Document, Json } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    bulk_edits: BulkEditTable;
    bulk_edit_documents: BulkEditDocumentTable;
  }
}

interface BulkEditTable {
  id: GeneratedAlways<number>;
  uuid: string;
  kind: BulkEditKind;
  summary: string;
  message: string | null;
  user_id: number | null;
  undoes: number | null;
  created_at: Generated<Date>;
}

interface BulkEditDocumentTable {
  id: GeneratedAlways<number>;
  bulk_edit_id: number;
  lesson_id: number | null;
  screen_id: number | null;
  sequence: number;
  title: string;
  release_name: string;
  screen_sequence: number | null;
  before: Json<Document>;
  after: Json<Document>;
  is_undone: Generated<boolean>;
}

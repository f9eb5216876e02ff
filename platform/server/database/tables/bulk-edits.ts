import type { Generated, GeneratedAlways } from 'kysely';
import type { BulkEditKind } from '#features/bulk-edits/contract.ts';
import type { Document, Json } from '../column-types.ts';

// Edits of many lessons at once, with what undoes them.

export interface BulkEditTable {
  id: GeneratedAlways<number>;
  uuid: string;
  kind: BulkEditKind;
  summary: string;
  message: string | null;
  user_id: number | null;
  undoes: number | null;
  created_at: Generated<Date>;
}

export interface BulkEditDocumentTable {
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

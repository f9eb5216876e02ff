import type { Table } from '#platform/server/database/tables.ts';
import type { BulkEditKind } from '../contract.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    bulk_edits: Table<'bulk_edits', { kind: BulkEditKind }>;
    bulk_edit_documents: Table<'bulk_edit_documents'>;
  }
}

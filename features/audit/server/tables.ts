import type { Generated, GeneratedAlways } from 'kysely';
import type { Document, JsonWithDefault } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    audit_entries: AuditEntryTable;
    console_calls: ConsoleCallTable;
  }
}

interface AuditEntryTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  user_id: number | null;
  action: string;
  subject: string | null;
  details: JsonWithDefault<Document>;
  address: string | null;
  request_id: string | null;
  lesson_id: number | null;
  lesson_sequence: number | null;
  release_id: number | null;
}

interface ConsoleCallTable {
  id: GeneratedAlways<number>;
  user_id: number;
  at: Generated<Date>;
  method: string;
  path: string;
  payload: string | null;
  status: number | null;
  took_ms: number;
}

import type { Table } from '#platform/server/database/tables.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    audit_entries: Table<'audit_entries'>;
    console_calls: Table<'console_calls'>;
  }
}

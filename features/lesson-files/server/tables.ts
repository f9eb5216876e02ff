import type { Table } from '#platform/server/database/tables.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    lesson_files: Table<'lesson_files', { kind: 'data' | 'image'; earlier_hashes: string[] }>;
  }
}

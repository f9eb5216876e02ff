import type { Table } from '#platform/server/database/tables.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    lesson_templates: Table<'lesson_templates'>;
  }
}

import type { Table } from '#platform/server/database/tables.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    releases: Table<'releases'>;
  }
}

import type { Table } from '#platform/server/database/tables.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    announced_runners: Table<'announced_runners'>;
    shared_environments: Table<'shared_environments'>;
  }
}

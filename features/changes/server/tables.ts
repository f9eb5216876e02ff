import type { Table } from '#platform/server/database/tables.ts';
import type { ChangeState } from '../contract.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    changes: Table<'changes', { state: ChangeState }>;
  }
}

import type { Table } from '#platform/server/database/tables.ts';
import type { ModelOutcome, ModelTaskKind } from '../contract.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    model_requests: Table<'model_requests', { kind: ModelTaskKind; outcome: ModelOutcome }>;
  }
}

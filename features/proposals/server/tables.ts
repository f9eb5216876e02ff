import type { Table } from '#platform/server/database/tables.ts';
import type { Proof, ProposalState } from '../contract.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    proposals: Table<'proposals', { state: ProposalState; proof: Proof; fields: Readonly<Record<string, unknown>> }>;
  }
}

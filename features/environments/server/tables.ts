import type { TriedAnswers, VersionChange } from '#features/packages/contract.ts';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import type { Table } from '#platform/server/database/tables.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    builds: Table<
      'builds',
      {
        request: EnvironmentRequest;
        state: 'in_progress' | 'built' | 'failed';
        installed: { name: string; version: string }[];
        changed: VersionChange[];
        answers: TriedAnswers;
      }
    >;
  }
}

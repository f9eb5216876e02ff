import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import type { Table } from '#platform/server/database/tables.ts';
import type { RehearsalState } from '../contract.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    rehearsals: Table<'rehearsals', { state: RehearsalState }>;
    rehearsal_builds: Table<
      'rehearsal_builds',
      { request: EnvironmentRequest; state: 'open' | 'built' | 'failed'; installed: { name: string; version: string }[] }
    >;
    rehearsal_lessons: Table<'rehearsal_lessons', { changes: string[] }>;
    rehearsal_screens: Table<'rehearsal_screens'>;
  }
}

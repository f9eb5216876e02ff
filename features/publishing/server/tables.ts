import type { Table } from '#platform/server/database/tables.ts';
import type { DeployLine, DeployStatus, DeployTarget } from '../contract/deploys.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    deploys: Table<'deploys', { status: DeployStatus; target: DeployTarget; log: DeployLine[]; files: string[] }>;
    preview_links: Table<'preview_links', { kind: 'share' | 'author' }>;
  }
}

import type { Generated } from 'kysely';
import type { Document, Json } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    announced_runners: AnnouncedRunnerTable;
    shared_environments: SharedEnvironmentTable;
  }
}

interface SharedEnvironmentTable {
  key: string;
  platform: string;
  sha256: string;
  used_at: Generated<Date>;
}

interface AnnouncedRunnerTable {
  name: string;
  url: string;
  instance: string;
  health: Json<Document>;
  announced_at: Generated<Date>;
}

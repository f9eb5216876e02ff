import type { Generated } from 'kysely';
import type { Json } from './column-types.ts';

/**
 * The rows of every table, as queries see them. These are the platform's; each feature adds its own in its `server/tables.ts`. A test
 * compares all of them with the migrated database.
 *
 * - timestamptz is a Date, uuid a string.
 * - bigint is a number; the driver rejects values that a number can't hold exactly (value-parsers.ts).
 * - jsonb is read parsed and written as JSON text, see column-types.ts.
 */
export interface Tables {
  servers: ServerTable;
  cluster: ClusterTable;
  rate_limits: RateLimitTable;
  settings: SettingTable;
}

interface ServerTable {
  id: string;
  url: string;
  role: 'all' | 'web' | 'git';
  version: string;
  blobs: string;
  started_at: Generated<Date>;
  heartbeat_at: Generated<Date>;
}

interface ClusterTable {
  id: Generated<boolean>;
  secret: string | null;
  git_epoch: Generated<number>;
  git_holder: string | null;
  git_repositories: string | null;
}

interface RateLimitTable {
  name: string;
  key: string;
  taken: number;
  ends_at: Date;
}

interface SettingTable {
  key: string;
  value: Json<unknown>;
}

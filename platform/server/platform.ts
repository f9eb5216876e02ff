import type { Logger } from 'pino';
import type { BlobStore } from './blobs.ts';
import type { Cluster } from './cluster/cluster.ts';
import type { Config } from './config.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { Db } from './database/database.ts';
import type { Notifications } from './database/notifications.ts';
import type { Jobs } from './jobs.ts';
import type { LiveHub } from './live.ts';
import type { Notices } from './notices.ts';
import type { Operations } from './operations.ts';

/**
 * The shared services that features build on. Functions take it, or a narrower `Pick` of it, as their first parameter.
 * A feature that has a shared service of its own adds it here (`declare module`) in the file that defines the service, and `app/server`
 * opens it.
 */
export interface Platform {
  readonly config: Config;
  readonly db: Db;
  readonly notifications: Notifications;
  readonly jobs: Jobs;
  readonly blobs: BlobStore;
  /** Null: there are no other servers. */
  readonly cluster: Cluster | null;
  readonly live: LiveHub;
  readonly operations: Operations;
  readonly notices: Notices;
  readonly clock: DatabaseClock;
  readonly log: Logger;
}

import type { Generated } from 'kysely';

// Server processes, and what they share.

export interface ServerTable {
  id: string;
  url: string;
  role: 'all' | 'web' | 'git';
  version: string;
  blobs: string;
  started_at: Generated<Date>;
  heartbeat_at: Generated<Date>;
}

export interface ClusterTable {
  id: Generated<boolean>;
  secret: string | null;
  git_epoch: Generated<number>;
  git_holder: string | null;
  git_repositories: string | null;
}

export interface RateLimitTable {
  name: string;
  key: string;
  taken: number;
  ends_at: Date;
}

import type { Generated, GeneratedAlways } from 'kysely';
import type { DeployLine, DeployStatus, DeployTarget } from '../contract/deploys.ts';
import type { JsonWithDefault } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    deploys: DeployTable;
    preview_links: PreviewLinkTable;
  }
}

interface DeployTable {
  id: GeneratedAlways<number>;
  lesson_id: number;
  build_number: number;
  user_id: number | null;
  status: Generated<DeployStatus>;
  target: DeployTarget;
  target_ref: string | null;
  target_url: string | null;
  error: string | null;
  anyway: string | null;
  only_answers_fail: Generated<boolean>;
  log: JsonWithDefault<DeployLine[]>;
  snapshot: string | null;
  files: JsonWithDefault<string[]>;
  bundle_hash: string | null;
  bundle_until: Date | null;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

interface PreviewLinkTable {
  id: GeneratedAlways<number>;
  deploy_id: number;
  kind: 'share' | 'author';
  token_hash: string;
  created_by: number;
  created_at: Generated<Date>;
  expires_at: Date;
  opened_at: Date | null;
  revoked_at: Date | null;
}

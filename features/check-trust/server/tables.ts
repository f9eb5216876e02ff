import type { Document, Json } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    check_trust: CheckTrustTable;
  }
}

interface CheckTrustTable {
  screen_id: number;
  fingerprint: string;
  report: Json<Document>;
  examined_at: Date;
}

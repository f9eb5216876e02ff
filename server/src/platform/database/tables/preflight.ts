import type { Generated } from 'kysely';
import type { Document, Json } from '../column-types.ts';

// What preflight found, by content.

export interface PreflightReportTable {
  content_hash: string;
  version: number;
  report: Json<Document>;
  used_at: Generated<Date>;
}

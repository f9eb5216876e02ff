import type { Generated } from 'kysely';
import type { LinkVerdict, UnsureReason } from '#features/preflight/contract/preflight-links.ts';
import type { Document, Json } from '../column-types.ts';

// What preflight found, by content, and what it knows of links of other sites.

export interface PreflightReportTable {
  content_hash: string;
  version: number;
  report: Json<Document>;
  used_at: Generated<Date>;
}

export interface ImageContrastTable {
  sha256: string;
  ratio: number | null;
  measured_at: Generated<Date>;
}

export interface TextEncodingTable {
  sha256: string;
  /** Null: UTF-8. */
  encoding: string | null;
  measured_at: Generated<Date>;
}

export interface LinkCheckTable {
  url: string;
  state: LinkVerdict;
  status: number | null;
  target: string | null;
  reason: UnsureReason | null;
  checked_at: Date;
}

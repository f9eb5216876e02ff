import type { Generated } from 'kysely';
import type { LinkVerdict, UnsureReason } from '../contract/preflight-links.ts';
import type { Document, Json } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    preflight_reports: PreflightReportTable;
    image_contrasts: ImageContrastTable;
    text_encodings: TextEncodingTable;
    link_checks: LinkCheckTable;
  }
}

interface PreflightReportTable {
  content_hash: string;
  version: number;
  report: Json<Document>;
  used_at: Generated<Date>;
}

interface ImageContrastTable {
  sha256: string;
  ratio: number | null;
  measured_at: Generated<Date>;
}

interface TextEncodingTable {
  sha256: string;
  /** Null: UTF-8. */
  encoding: string | null;
  measured_at: Generated<Date>;
}

interface LinkCheckTable {
  url: string;
  state: LinkVerdict;
  status: number | null;
  target: string | null;
  reason: UnsureReason | null;
  checked_at: Date;
}

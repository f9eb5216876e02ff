import type { Table } from '#platform/server/database/tables.ts';
import type { LinkVerdict, UnsureReason } from '../contract/preflight-links.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    preflight_reports: Table<'preflight_reports'>;
    image_contrasts: Table<'image_contrasts'>;
    /** The encoding is null for UTF-8. */
    text_encodings: Table<'text_encodings'>;
    link_checks: Table<'link_checks', { state: LinkVerdict; reason: UnsureReason }>;
  }
}

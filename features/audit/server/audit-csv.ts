import { csvLine } from '#platform/content/csv-line.ts';
import type { AuditLine } from '../contract/audit.ts';

const COLUMNS = ['at', 'person', 'email', 'action', 'text', 'sentence', 'subject', 'release', 'address', 'request_id', 'details'];

/** Streams the audit trail as CSV (RFC 4180), with a header line. */
export async function* auditCsv(batches: AsyncIterable<readonly AuditLine[]>): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const lines of batches) yield lines.map(asRow).join('');
}

function asRow({ at, person, action, text, sentence, subject, release, address, request_id, details }: AuditLine): string {
  const said = sentence.map((part) => part.text).join('');
  const cells = [at, person?.name, person?.email, action, text, said, subject, release, address, request_id, JSON.stringify(details)];
  return csvLine(cells.map((cell) => cell ?? ''));
}

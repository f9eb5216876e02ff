import type { AuditLine } from '#contract/audit.ts';

const COLUMNS = ['at', 'person', 'email', 'action', 'text', 'subject', 'release', 'address', 'request_id', 'details'];

/** Streams the audit trail as CSV (RFC 4180), with a header line. */
export async function* auditCsv(batches: AsyncIterable<readonly AuditLine[]>): AsyncGenerator<string> {
  yield line(COLUMNS);
  for await (const lines of batches) yield lines.map(asRow).join('');
}

function asRow({ at, person, action, text, subject, release, address, request_id, details }: AuditLine): string {
  const cells = [at, person?.name, person?.email, action, text, subject, release, address, request_id, JSON.stringify(details)];
  return line(cells.map((cell) => cell ?? ''));
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** Spreadsheets treat cells that start with one of these characters as formulas, and users choose names. */
function quoted(cell: string): string {
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

import { Readable } from 'node:stream';
import { attachment } from '#platform/server/http/attachment.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { auditRoutes, AuditLine } from '../contract/audit.ts';
import type { consoleRoutes } from '../contract/console.ts';
import { clearConsoleCalls, storeConsoleCall, listConsoleCalls } from './console-calls.ts';
import { exportAuditRows, getAuditChoices, listAudit } from './list-audit.ts';

const COLUMNS = ['at', 'person', 'email', 'action', 'text', 'subject', 'release', 'address', 'request_id', 'details'];

/** Streams the audit trail as CSV (RFC 4180), with a header line. */
async function* auditCsv(batches: AsyncIterable<readonly AuditLine[]>): AsyncGenerator<string> {
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

function auditHandlers({ db }: Pick<Platform, 'db'>): Handlers<typeof auditRoutes> {
  return {
    listAudit: ({ query: { before, limit, ...filter } }) => listAudit(db, filter, { before, limit }),
    listAuditChoices: () => getAuditChoices(db),
    exportAudit: ({ query, reply }) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment('audit.csv'))
        .send(Readable.from(auditCsv(exportAuditRows(db, query)))),
  };
}

function consoleHandlers(platform: Pick<Platform, 'db'>): Handlers<typeof consoleRoutes> {
  return {
    listConsoleCalls: ({ actor }) => listConsoleCalls(platform, actor),
    keepConsoleCall: ({ actor, body }) => storeConsoleCall(platform, actor, body),
    clearConsoleCalls: ({ actor }) => clearConsoleCalls(platform, actor),
  };
}

/** The handlers of all routes of this module. */
export const auditModule = (platform: Platform) => ({
  ...auditHandlers(platform),
  ...consoleHandlers(platform),
});

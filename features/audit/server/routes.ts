import { Readable } from 'node:stream';
import { attachment } from '#platform/server/http/attachment.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { auditRoutes } from '../contract/audit.ts';
import type { consoleRoutes } from '../contract/console.ts';
import { auditCsv } from './audit-csv.ts';
import { clearConsoleCalls, storeConsoleCall, listConsoleCalls } from './console-calls.ts';
import { exportAuditRows, getAuditChoices, listAudit } from './list-audit.ts';

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

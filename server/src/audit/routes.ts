import { Readable } from 'node:stream';
import type { auditRoutes } from '#contract/audit.ts';
import { attachment } from '#server/platform/http/attachment.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { auditCsv } from './csv.ts';
import { allAudit, getAuditChoices, listAudit } from './list-audit.ts';
import type { consoleRoutes } from '#contract/console.ts';
import { clearConsoleCalls, keepConsoleCall, listConsoleCalls } from './console-calls.ts';

function auditHandlers({ db }: Pick<Platform, 'db'>): Handlers<typeof auditRoutes> {
  return {
    listAudit: ({ query: { before, limit, ...filter } }) => listAudit(db, filter, { before, limit }),
    listAuditChoices: () => getAuditChoices(db),
    exportAudit: ({ query, reply }) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment('audit.csv'))
        .send(Readable.from(auditCsv(allAudit(db, query)))),
  };
}

function consoleHandlers(platform: Pick<Platform, 'db'>): Handlers<typeof consoleRoutes> {
  return {
    listConsoleCalls: ({ actor }) => listConsoleCalls(platform, actor),
    keepConsoleCall: ({ actor, body }) => keepConsoleCall(platform, actor, body),
    clearConsoleCalls: ({ actor }) => clearConsoleCalls(platform, actor),
  };
}

/** The handlers of all routes of this module. */
export const auditModule = (platform: Platform) => ({
  ...auditHandlers(platform),
  ...consoleHandlers(platform),
});

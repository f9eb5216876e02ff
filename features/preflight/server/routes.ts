import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { spellingRoutes } from '../contract/check-spelling.ts';
import type { preflightRoutes } from '../contract/preflight.ts';
import { acceptFinding, reopenFinding } from './accept-finding.ts';
import { applyToLesson, fixFinding } from './fix-finding.ts';
import { MESSAGES } from './messages.ts';
import {
  checkLessonLinks,
  checkReleaseLinks,
  countReleaseFindings,
  getLessonPreflight,
  getPreflightReport,
  getReleasePreflight,
} from './release-preflight.ts';
import { checkSpelling } from './spelling/check-spelling.ts';

const OK = { ok: true } as const;

/** The handlers of all routes of this module. */
export const preflightModule = (platform: Platform): Handlers<typeof preflightRoutes & typeof spellingRoutes> => ({
  getReleasePreflight: ({ params }) => getReleasePreflight(platform, params.id),
  runReleasePreflight: ({ actor, params, body }) =>
    platform.operations.run({ id: body.operation_id, actor, stopped: MESSAGES.stopped }, (operation) =>
      getReleasePreflight(platform, params.id, operation),
    ),
  getPreflightReport: ({ params, query }) => getPreflightReport(platform, params.id, query.format),
  checkReleaseLinks: ({ actor, params, body }) =>
    platform.operations.run({ id: body.operation_id, actor, stopped: MESSAGES.linksStopped }, (operation) =>
      checkReleaseLinks(platform, params.id, operation),
    ),
  checkLessonLinks: ({ actor, params, body }) =>
    platform.operations.run({ id: body.operation_id, actor, stopped: MESSAGES.linksStopped }, (operation) =>
      checkLessonLinks(platform, actor, params.id, operation),
    ),
  countReleaseFindings: ({ params }) => countReleaseFindings(platform, params.id),
  getLessonPreflight: ({ actor, params }) => getLessonPreflight(platform, actor, params.id),
  checkSpelling: ({ actor, params, body }) => checkSpelling(platform, actor, params.id, body),
  fixFinding: ({ actor, params, body }) => fixFinding(platform, actor, params.id, body.fingerprint),
  undoFix: async ({ actor, params, body }) => {
    await applyToLesson(platform, actor, params.id, body.undo);
    return OK;
  },
  acceptFinding: async ({ actor, params, body }) => {
    await acceptFinding(platform, actor, params.id, body);
    return OK;
  },
  reopenFinding: async ({ actor, params, body }) => {
    await reopenFinding(platform, actor, params.id, body.fingerprint);
    return OK;
  },
});

import { join } from 'node:path';
import { api } from '#app/contract/api.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { ERROR_STATUS, type ErrorCode } from '#platform/contract/errors.ts';
import { openApiDocument } from '#platform/contract/openapi.ts';
import type { operationRoutes } from '#platform/contract/operations.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import { VERSION } from '#platform/server/version.ts';
import type { debugRoutes } from '../contract/debug.ts';
import type { healthRoutes } from '../contract/health.ts';
import { BackgroundValue } from './background-value.ts';
import { countBlobs, measureFolders } from './debug/count-storage.ts';
import { getDebugState } from './debug/debug.ts';
import { getStorageUse, listFailures } from './debug/failures.ts';
import { getReadiness, ReadinessProbe } from './health.ts';
import { housekeepNow } from './housekeeping/schedule.ts';

/** Counting reads every file's metadata, so a count is reused for this long. */
const COUNT_FRESH_MS = 10 * 60_000;

function healthHandlers(platform: Platform): Handlers<typeof healthRoutes> {
  let document: Record<string, unknown> | undefined;
  const probe = new ReadinessProbe(platform);
  return {
    getHealth: () => ({ up: true }),
    getReady: async ({ actor, reply }) => {
      const isStaff = actor !== null && actor.role !== 'external';
      const readiness = isStaff ? await getReadiness(platform) : { ready: await probe.ask() };
      if (!readiness.ready) reply.code(503);
      return readiness;
    },
    getOpenApi: () => (document ??= openApiDocument(api, { version: VERSION }, (code) => ERROR_STATUS[code as ErrorCode])),
  };
}

function debugHandlers(platform: Platform): Handlers<typeof debugRoutes> {
  const { blobs, config, db, log } = platform;
  const counts = {
    blobs: new BackgroundValue(() => countBlobs(blobs), { freshMs: COUNT_FRESH_MS, log }),
    // One on another machine has its folder there.
    runner: config.localRunner
      ? new BackgroundValue(() => measureFolders(join(config.dataFolder, 'runner')), { freshMs: COUNT_FRESH_MS, log })
      : null,
  };
  const startedAt = new Date();
  return {
    runHousekeeping: async ({ actor }) => {
      await recordAudit(db, { actor, action: 'housekeeping.run' });
      // Its failures are logged.
      void housekeepNow(platform);
      return { ok: true };
    },
    getDebug: () => getDebugState(platform, counts, startedAt),
    listFailures: () => listFailures(db),
    getStorageUse: () => getStorageUse(db),
  };
}

const operationHandlers = ({ operations }: Pick<Platform, 'operations'>): Handlers<typeof operationRoutes> => ({
  stopOperation({ actor, params }) {
    operations.stop(actor, params.operationId);
    return { ok: true };
  },
});

/** The handlers of all routes of this module. */
export const operationsModule = (platform: Platform) => ({
  ...healthHandlers(platform),
  ...operationHandlers(platform),
  ...debugHandlers(platform),
});

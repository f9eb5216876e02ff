import { api } from '#contract/api.ts';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import type { healthRoutes } from '#contract/health.ts';
import { openApiDocument } from '#contract/openapi.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { VERSION } from '#server/platform/version.ts';
import { getReadiness } from './health.ts';
import type { debugRoutes } from '#contract/debug.ts';
import { BlobUsage } from './debug/blob-usage.ts';
import { getDebugState } from './debug/debug.ts';
import type { operationRoutes } from '#contract/operations.ts';

function healthHandlers(platform: Platform): Handlers<typeof healthRoutes> {
  let document: Record<string, unknown> | undefined;
  return {
    getHealth: () => ({ up: true }),
    getReady: () => getReadiness(platform),
    getOpenApi: () => (document ??= openApiDocument(api, { version: VERSION }, (code) => ERROR_STATUS[code as ErrorCode])),
  };
}

function debugHandlers(platform: Platform): Handlers<typeof debugRoutes> {
  const usage = new BlobUsage(platform.blobs, platform.log);
  const startedAt = new Date();
  return { getDebug: () => getDebugState(platform, usage, startedAt) };
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

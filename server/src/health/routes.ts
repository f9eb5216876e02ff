import { api } from '#contract/api.ts';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import type { healthRoutes } from '#contract/health.ts';
import { openApiDocument } from '#contract/openapi.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { VERSION } from '#server/platform/version.ts';
import { getReadiness } from './service.ts';

export function healthHandlers(platform: Platform): Handlers<typeof healthRoutes> {
  let document: Record<string, unknown> | undefined;
  return {
    getHealth: () => ({ up: true }),
    getReady: () => getReadiness(platform),
    getOpenApi: () => (document ??= openApiDocument(api, { version: VERSION }, (code) => ERROR_STATUS[code as ErrorCode])),
  };
}
